function check_comparison (res)
%CHECK_COMPARISON  Raises an error unless res is what GEOMSCOMPARE has returned, or some of it.

text = 'The comparison is no more what geomscompare has returned: it';
if isempty (res)
    error ('geoms:compare:runs', 'There is no run in the comparison.');
end
list = {
    'formulation', @is_word, 'a word'
    'method', @is_word, 'a word'
    'options', @(c) is_word(c) || isempty(c) && ischar(c), 'a text'
    'status', @is_word, 'a word'
    'message', @(c) is_word(c) || isempty(c) && ischar(c), 'a text'
    'drift', @(c) is_array(c, 3, 1), 'an array of 3 x 1 numbers'
    'uncertainty', @(c) is_array(c, 3, 1), 'an array of 3 x 1 numbers'};
for name = {'tolerance', 'step', 'reached', 'steps', 'rejected', 'evaluations', 'calls', ...
        'seconds', 'secondsCallbacks', 'error', 'errorTimes', 'errorMultipliers', 'energy'}
    list(end + 1, :) = {name{1}, @(c) is_array(c, 1, 1), 'a number'}; %#ok<AGROW>
end
list(end + 1, :) = {'t', @(c) is_array(c, 1, numel (c)) && all(isfinite(c)), 'a row of finite times'};
for i = 1:numel (res)
    check_fields (res(i), list, 'geoms:compare:runs', text);
    k = numel (res(i).t);
    more = {'violation', @(c) is_array(c, 3, k), sprintf('an array of 3 x %d numbers', k)};
    check_fields (res(i), more, 'geoms:compare:runs', text);
end

end

function yes = is_word (c)
yes = ischar (c) && size (c, 1) == 1;
end

function yes = is_array (c, m, n)
yes = isa (c, 'double') && isreal (c) && ~issparse (c) && isequal (size (c), [m n]);
end
