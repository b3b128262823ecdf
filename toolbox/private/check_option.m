function check_option (entry, value)
%CHECK_OPTION  Raises an error unless an option of the toolbox itself can have this value.
%   entry is a line of opt_list. The core's options are checked by the gateway.

switch entry.kind
    case 'tolerance'
        check_tolerance (entry, value);
    case 'function'
        check_that (isa (value, 'function_handle') || is_text (value), entry, value, ...
            'a function handle, the name of a function, or ''none''');
    case 'index'
        check_that (isnumeric (value) && isreal (value) && all (value(:) >= 1) ...
            && all (value(:) == floor (value(:))), entry, value, 'whole numbers from 1 on');
    case 'selector'
        check_selector (entry, value);
    case 'file'
        check_that (is_text (value), entry, value, 'the name of a file');
    otherwise
        check_plain (entry, value);
end

end

% numbers and words of the toolbox; those of the core also pass here, which the gateway then checks
function check_plain (entry, value)
switch entry.name
    case {'Progress', 'Stats', 'Display'}
        check_that (ischar (value) && any (strcmp (value, entry.choices)), entry, value, ...
            sprintf ('one of ''%s'' and ''%s''', entry.choices{:}));
    case 'CheckpointInterval'
        check_that (isnumeric (value) && isreal (value) && numel (value) == 1 && value > 0, ...
            entry, value, 'a positive number of seconds');
end
end

% its sizes are those of a system, see RUN_SELECTOR
function check_selector (entry, value)
named = is_text (value) && any (strcmp (value, entry.choices));
rows = isnumeric (value) && ismatrix (value);
parts = isstruct (value) && numel (value) == 1 && ~isempty (fieldnames (value)) ...
    && all (ismember (fieldnames (value), {'p', 'v'}));
check_that (named || rows || parts || isa (value, 'function_handle'), entry, value, ...
    ['''tangent'', ''rows'', a matrix of rows, a struct with the fields p and v, or a function of ', ...
    '(t, p) that returns one of these']);
end

function yes = is_text (value)
yes = ischar (value) && size (value, 1) == 1;
end

function check_that (condition, entry, value, expected)
if ~condition
    error ('geoms:options:value', '%s must be %s, not %s (%s).', entry.name, expected, ...
        check_described (value), entry.reason);
end
end

function check_tolerance (entry, value)
shape = ['one number, one for each unknown in the order [w; lambda; mu; r; v; s; p], or a ', ...
    'struct with fields like p, v'];
if isstruct (value) && numel (value) == 1
    value = struct2cell (value)';
    if all (cellfun (@isnumeric, value))
        value = cellfun (@(c) double (c(:)'), value, 'UniformOutput', false);
        value = [zeros(1, 0), value{:}];
    end
end
if ~isfloat (value) || ~isreal (value)
    error ('geoms:options:value', '%s must be real: %s. It is a %s.', entry.name, shape, ...
        class (value));
end
bad = find (~(value(:) > entry.lowest & value(:) < entry.highest), 1);
if isempty (bad)
    return
end
reason = 'below it rounding is all there is';
range = sprintf ('above %.3g and below %g', entry.lowest, entry.highest);
if strcmp (entry.name, 'AbsTol')
    reason = 'with 0 an unknown that passes through zero would have no tolerance at all';
    range = 'positive and finite';
end
error ('geoms:options:value', '%s must be %s (%s): %s. Value %d is %g.', entry.name, range, ...
    reason, shape, bad, value(bad));
end
