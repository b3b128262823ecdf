function y = run_event_values (t, x, sys, fcn, extra, outputs, count)
%RUN_EVENT_VALUES  [value; isterminal; direction] of the event functions at k points, 3 count x k.
%   count is the number of event functions, [] if it is not known yet. What the function does not
%   return is 0: the run goes on, both directions count.

k = numel (t);
y = zeros (3 * count, k);
found = {[], 0, 0};
for j = 1:k
    list = call_arguments (sys, extra, t(j), x(:, j));
    try
        [found{1:outputs}] = fcn (list{:});
    catch e
        call_no_value (e, mfilename (), 'geoms:events:size', 'Events');
    end
    value = found{1};
    if numel (value) ~= max (size (value)) && numel (value) > 0
        error ('geoms:events:size', ['''value'' of Events is %s at t = %.10g; it must be a vector, one ', ...
            'number for each event function.'], check_described (value), t(j));
    end
    if isempty (count)
        count = numel (value);
        y = zeros (3 * count, k);
    end
    if ~isnumeric (value) || numel (value) ~= count
        bad_size ('value', value, count, t(j));
    end
    direction = spread (found{3}, 'direction', count, t(j));
    odd = find (direction ~= 0 & abs (direction) ~= 1, 1);
    if ~isempty (odd)
        error ('geoms:events:direction', ['''direction'' of Events is %.6g for event function %d at ', ...
            't = %.10g; it must be 1 (its value rises), -1 (it falls) or 0 (both).'], direction(odd), ...
            odd, t(j));
    end
    y(:, j) = [plain(value); spread(found{2}, 'isterminal', count, t(j)); direction];
end

end

% one for all, or one for each
function flag = spread (flag, name, count, t)
if ~(isnumeric (flag) || islogical (flag)) || ~any (numel (flag) == [1, count])
    bad_size (name, flag, count, t);
end
flag = plain (flag);
if numel (flag) ~= count
    flag = flag * ones (count, 1);
end
end

% a complex value is none
function y = plain (y)
y = double (full (y(:)));
if ~isreal (y)
    y(imag (y) ~= 0) = NaN;
    y = real (y);
end
end

function bad_size (name, found, count, t)
one = '';
if ~strcmp (name, 'value') && count ~= 1
    one = ', or one for all';
end
error ('geoms:events:size', ['''%s'' of Events is a %s of size %d x %d at t = %.10g; it must ', ...
    'be numbers, as many as there are event functions at the start, %d%s.'], name, class (found), ...
    size (found, 1), size (found, 2), t, count, one);
end
