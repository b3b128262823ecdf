function tree_derivatives (fcn, count, where)
%TREE_DERIVATIVES  Raises an error where h' or h'' of a function [h; h'; h''] of t are not those of
%   h; a function that gives h alone has none. Where differences have no value (a kink, or no values
%   at all) nothing is known.

words = {'first', 'second'};
if numel (fcn (0)) == count
    return
end
for t = [0.0918, 0.617, 2.43]
    y = part (fcn, t, 1:3 * count);
    for order = 1:2
        rows = (order - 1) * count + (1:count);
        [D, found] = diff_ridders (@(t) part (fcn, t, rows), t, 1);
        given = y(rows + count);
        bad = find (abs (D - given) > 1e-4 * (abs (D) + abs (given)) + 1e-6 * abs (y(rows)) ...
            + 1e-12, 1);
        if found && all (isfinite (y)) && ~isempty (bad)
            error ('geoms:tree:motion', ['%s: the %s derivative of component %d is %.10g at ', ...
                't = %.10g, but differences give %.10g: the function returns [h; h''; h''''], ', ...
                'all derivatives by t.'], where, words{order}, bad, given(bad), t, D(bad));
        end
    end
end

end

% NaN where there is no value
function y = part (fcn, t, rows)
y = NaN (numel (rows), 1);
try
    all_of_it = fcn (t);
    if isreal (all_of_it)
        y = double (reshape (all_of_it(rows), [], 1));
    end
catch e %#ok<NASGU>
end
end
