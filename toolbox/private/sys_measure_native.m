function sys = sys_measure_native (sys)
%SYS_MEASURE_NATIVE  Opens the library of a native system once, and completes the description.
%   sys.has tells which of the optional functions the model has.

if ~isnumeric (sys.parameters) || ~isreal (sys.parameters) || ~all (isfinite (sys.parameters(:)))
    error ('geoms:system:type', ['The parameters of a native system must be a vector of real ', ...
        'numbers, not a %s.'], class (sys.parameters));
end
sys.library = full_name (sys.library);
found = gate_call ('native', sys.library, sys.symbol, double (sys.parameters(:)));
sys.dims = found.dims;
sys.autonomous = found.autonomous;
sys.has = rmfield (found, {'dims', 'autonomous', 'mass_structure'});
check_few (sys.dims);
sys.index = sys_index (sys.dims);
check_names (sys);

end

% so that it is found from every folder; what is no file here is left to the loader's own paths
function file = full_name (file)
if exist (file, 'file') == 2
    [found, info] = fileattrib (file);
    if found
        file = info.Name;
    end
end
end
