function check_second_derivatives (sys, formulation, method)
%CHECK_SECOND_DERIVATIVES  Raises an error if second derivatives are missing that are needed.
%   Without method: for GEOMSRHS, all forms of which need them. Explicit methods take lambda from them.

without = {'psi1', 'index3', 'index2', 'ggl'};
what = sprintf ('Formulation ''%s''', formulation);
takes_them = nargin < 3 || ~any (strcmp (formulation, without));
if ~takes_them && strcmp (formulation, 'index2') && any (strcmp (method, {'hedop5', 'mexax'}))
    takes_them = true;
    what = sprintf ('%s with Method ''%s''', what, method);
end
if ~sys.reduced || ~takes_them
    return
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
    list = sprintf (', ''%s''', without{:});
    text = sprintf ('%s, or choose one of %s, which do without if the method is implicit', text, ...
        list(3:end));
end
error ('geoms:system:reduced', '%s needs %s.', what, text);

end

function text = meaning (name)
text = 'the time derivative of the nonholonomic constraint without its term H v'' (nm x 1)';
if any (strcmp (name, {'constraintAcceleration', 'gIIpart'}))
    text = ['the second time derivative of the constraint without its term G v'' (nl x 1; ', ...
        '2*v''*v for g = p''*p - L^2)'];
end
end
