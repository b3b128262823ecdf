function name = sys_missing_jacobian (sys)
%SYS_MISSING_JACOBIAN  The Jacobian of a constraint that a system in mechanical form is not described
%   with: a name for geomssys, or a field of 'model'; '' if none is missing.

if isfield (sys.functions, 'model')
    has = sys.terms;
    pairs = {'g', 'G'; 'h', 'H'};
else
    has = fieldnames (sys.functions);
    pairs = {'constraint', 'constraintJacobian'; 'nonholonomic', 'nonholonomicJacobian'};
end
name = '';
for pair = pairs'
    if any (strcmp (pair{1}, has)) && ~any (strcmp (pair{2}, has))
        name = pair{2};
    end
end

end
