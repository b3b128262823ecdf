function geoms_checkphases (sys, measure, phases, position, tspan, x)
%GEOMS_CHECKPHASES  Comparisons at two states; what is below is compared at both of them first.
%   The second one lies at another time as well: at t = 0, where many motions that are prescribed
%   begin, sines and powers of t vanish. measure (point) gives what the phases {phase (data, where), ...} compare. Hidden constraints may
%   be written in a form that is right only where position (t, x) is 0: what is wrong at the second
%   state is therefore an error only if it is wrong on these constraints, too.

first = geoms_checkpoint (sys, tspan(1), x, 1);
second = geoms_checkpoint (sys, tspan(1), x, 2);
if ~sys.autonomous
    second.t = tspan(1) + 0.137 * (tspan(end) - tspan(1));
end
data = measure (first);
other = try_to (measure, second);
third = [];
for i = 1:numel (phases)
    phases{i} (data, first.where);
    if isempty (other)
        continue
    end
    try
        phases{i} (other, second.where);
    catch e
        if isempty (third)
            second.x = geoms_ontoconstraints (sys, position, second);
            third = try_to (measure, second);
        end
        if isempty (third)
            rethrow (e);
        end
        phases{i} (third, second.where);
    end
end

end

% a function need not be defined there
function data = try_to (measure, point)
data = [];
try
    data = measure (point);
catch e %#ok<NASGU>
end
end
