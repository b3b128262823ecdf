function fixed = init_fixed (sys, given)
%INIT_FIXED  Which components keep their value, n x 1 of 0 and 1, or [] if none does.
%   given   cell like {'p(1)', 'v', 'x'}, or struct of numbers or of true and false by field

fixed = [];
if isempty (given)
    return
end
fixed = zeros (sys_unknowns (sys.dims), 1);
if ischar (given)
    given = {given};
end
if iscellstr (given)
    for i = 1:numel (given)
        fixed(components (sys, given{i})) = 1;
    end
elseif isstruct (given) && numel (given) == 1
    names = fieldnames (given);
    for i = 1:numel (names)
        at = block (sys, names{i}, names{i});
        fixed(at(numbers (given.(names{i}), numel (at), names{i}))) = 1;
    end
else
    error ('geoms:init:fixed', ['Fixed must be a cell of texts like {''p(1)'', ''v''}, or a ', ...
        'struct by field, not a %s.'], class (given));
end

end

% rows of 'p', 'p(2)', 'p(2:4)' or of a name of the system
function at = components (sys, text)
at = named (sys, text);
if ~isempty (at)
    return
end
name = text(1:min([find(text(:)' == '(', 1) - 1, numel(text)]));
at = block (sys, name, text);
if ~strcmp (text, name)
    list = sscanf (text(numel (name) + 1:end), '(%d:%d)');
    if ~any (strcmp (text, {sprintf('%s(%d)', name, list), sprintf('%s(%d:%d)', name, list)}))
        bad (sys, text, name);
    end
    at = at(numbers (list(1):list(end), numel (at), text));
end
end

% row of the unknown that the system calls so, [] if there is none
function at = named (sys, name)
at = [];
if ~isstruct (sys.names)
    return
end
blocks = fieldnames (sys.names);
for i = 1:numel (blocks)
    all_of_it = sys.index.(blocks{i});
    at = [at, all_of_it(strcmp (name, sys.names.(blocks{i})))]; %#ok<AGROW>
end
end

function at = block (sys, name, text)
if ~isfield (sys.index, name)
    bad (sys, text, name);
end
at = sys.index.(name);
end

function list = numbers (list, count, text)
if islogical (list) && numel (list) == count
    list = find (list);
elseif ~isnumeric (list) || ~isreal (list) || any (list(:) ~= floor (list(:)) | list(:) < 1 | list(:) > count)
    error ('geoms:init:fixed', ['Fixed: %s has %d components; give their numbers, or true or ', ...
        'false for each.'], text, count);
end
end

function bad (sys, text, name)
known = {'p', 'v', 'r', 's', 'w', 'lambda', 'mu'};
if isstruct (sys.names)
    own = struct2cell (sys.names);
    own = cellfun (@(c) reshape (c, 1, []), own(cellfun (@iscell, own)), 'UniformOutput', false);
    known = [known, own{:}];
end
error ('geoms:init:fixed', 'Fixed: ''%s'' is no component. %s', text, check_nearest (name, known));
end
