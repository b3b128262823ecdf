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
names = pairs(ismember (pairs(:, 1), has) & ~ismember (pairs(:, 2), has), 2)';

end
