function check_second_derivatives (sys, formulation, method)
%CHECK_SECOND_DERIVATIVES  Raises an error if second derivatives are missing that are needed.
%   Without method: for GEOMSRHS, all forms of which need them. Explicit methods take lambda from them.

if ~sys.reduced
    return
end
what = sprintf ('Formulation ''%s''', formulation);
takes_them = true;
if nargin > 2
    [f, m] = opt_table (formulation, method);
    always = all (f.second);
    takes_them = always || (f.second(m.at) && any (strcmp (m.word, f.methods)));
    if takes_them && ~always
        what = sprintf ('%s with Method ''%s''', what, method);
    end
end
if ~takes_them
    return
end
sys = sys_user_part (sys);
if strcmp (sys.derive.identifier, 'geoms:derive:level')
    error ('geoms:derive:level', '%s The levels that are missing are derived then.', sys.derive.reason);
end
if ~strcmp (sys.form, 'mechanical')
    text = 'the rows gII and hI, which ''eom'' does not return: add them';
else
    name = sys_lacking (sys);
    text = sprintf ('''%s'', %s: give it to geomssys', name{1}, meaning (name{1}));
    if isfield (sys.functions, 'model')
        text = sprintf ('the field %s of ''model'', %s: add it', name{1}, meaning (name{1}));
    end
end
if nargin > 2
    table = opt_table ();
    list = table.formulations(~cellfun (@all, {table.formulations.second}));
    list = sprintf (', ''%s''', list.word);
    text = sprintf ('%s, or choose one of %s, which do without if the method is implicit', text, ...
        list(3:end));
end
if ~isempty (sys.derive.reason)
    text = sprintf ('%s. It is not derived: %s', text, sys.derive.reason);
end
error ('geoms:system:reduced', '%s needs %s%s', what, text, repmat ('.', 1, text(end) ~= '.'));

end

function text = meaning (name)
text = 'the time derivative of the nonholonomic constraint without its term H v'' (nm x 1)';
if any (strcmp (name, {'constraintAcceleration', 'gIIpart'}))
    text = ['the second time derivative of the constraint without its term G v'' (nl x 1; ', ...
        '2*v''*v for g = p''*p - L^2)'];
end
end
