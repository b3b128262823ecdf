function names = sys_lacking (sys)
%SYS_LACKING  Functions of the acceleration level that a system in mechanical form has not.
%   A cell of the names for geomssys, or of fields of 'model'. Only some formulations do without them.

if sys_derived (sys)
    names = {};
    return
end
if isfield (sys.functions, 'model')
    has = sys.terms;
    pairs = {'g', 'gIIpart'; 'h', 'hIpart'};
else
    has = fieldnames (sys.functions);
    pairs = {'constraint', 'constraintAcceleration'; 'nonholonomic', 'nonholonomicAcceleration'};
end
names = cell (1, 0);
for i = 1:2
    if any (strcmp (pairs{i, 1}, has)) && ~any (strcmp (pairs{i, 2}, has))
        names{end + 1} = pairs{i, 2}; %#ok<AGROW>
    end
end

end
