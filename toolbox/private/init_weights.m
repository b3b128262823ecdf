function weights = init_weights (sys, given)
%INIT_WEIGHTS  What a change of each component costs, n x 1, or [] if all cost the same.

weights = [];
if isempty (given)
    return
end
n = sys_unknowns (sys.dims);
weights = ones (n, 1);
if isstruct (given) && numel (given) == 1
    names = fieldnames (given);
    for i = 1:numel (names)
        if ~isfield (sys.index, names{i})
            error ('geoms:init:weights', ['Weights has a field ''%s'', which is no block of ', ...
                'unknowns. %s'], names{i}, check_nearest (names{i}, fieldnames (sys.index)));
        end
        at = sys.index.(names{i});
        weights(at) = checked (given.(names{i}), numel (at), ['Weights.', names{i}]);
    end
else
    weights(:) = checked (given, n, 'Weights');
end

end

function value = checked (value, count, name)
if ~isnumeric (value) || ~isreal (value) || ~any (numel (value) == [1, count]) ...
        || ~all (value(:) > 0 & value(:) < Inf)
    error ('geoms:init:weights', ['%s must be one or %d numbers > 0, or ''mass''; it is a %s ', ...
        'with %d values.'], name, count, class (value), numel (value));
end
value = double (value(:));
end
