function id = derive_record (call, strict)
%DERIVE_RECORD  Nodes of what call () returns, joined over all outcomes of the decisions in it.
%   id is int32 and has the size of the result; of a struct, a struct of such arrays. A path that ends
%   in an error of the function's own cannot be evaluated: NaN. If all do, that is an error; strict: if one
%   does.
%   Where parameters must be known the error is geomstraced:frozen, see FREEZE of geomstraced.

[id, first_error] = explore (call, false (1, 0), 0, nargin > 1 && strict);
if isempty (id) && ~isempty (first_error)
    rethrow (struct ('message', ['it ends in an error for all unknowns: ', first_error.message], ...
        'identifier', first_error.identifier, 'stack', first_error.stack));
end

end

% all paths that begin with these outcomes; `paths` have been before
function [id, trouble, paths] = explore (call, prefix, paths, strict)
paths = paths + 1;
if paths > 256
    error ('geoms:derive:refused', ['more than 256 ways through the function: write min (d, 0) ', ...
        'instead of decisions in a loop']);
end
[id, made, trouble] = one_path (call, prefix);
if strict && ~isempty (trouble)
    rethrow (trouble);
end
for j = numel (made.nodes):-1:numel (prefix) + 1
    [other, more, paths] = explore (call, [made.outcomes(1:j - 1), ~made.outcomes(j)], paths, ...
        strict);
    id = joined (made.nodes(j), id, other);
    if isempty (trouble)
        trouble = more;
    end
end
end

% one run of the function: its nodes, [] where it ends in an error
function [id, made, trouble] = one_path (call, prefix)
trouble = [];
id = [];
geomstraced ('begin', prefix);
stopper = onCleanup (@() geomstraced ('end'));
try
    y = call ();
    id = nodes_of (y);
catch trouble
end
made = geomstraced ('decisions');
refusal = geomstraced ('refusal');
if ~isempty (geomstraced ('frozen'))
    error ('geomstraced:frozen', 'A parameter must be known.');
elseif ~isempty (refusal)
    if isempty (trouble)
        error ('geoms:derive:refused', '%s', refusal);
    end
    rethrow (struct ('message', refusal, 'identifier', 'geoms:derive:refused', 'stack', ...
        trouble.stack));
elseif ~isempty (trouble) && ~geomstraced ('has_raised')
    rethrow (trouble);
end
end

function id = nodes_of (y)
if isstruct (y) && ~isobject (y)
    id = y;
    for name = fieldnames (y)'
        id.(name{1}) = nodes_of (y.(name{1}));
    end
elseif isobject (y)
    id = ids_of (y);
else
    id = ids_of (geomstraced ('constants', full (y)));
end
end

% node by node the one or the other; of one that has failed the other, or NaN
function id = joined (condition, yes, no)
if isempty (yes) || isempty (no)
    good = yes;
    if isempty (yes)
        good = no;
    end
    id = with_failure (condition, good, isempty (yes));
elseif isstruct (yes)
    id = yes;
    for name = fieldnames (yes)'
        id.(name{1}) = joined (condition, yes.(name{1}), no.(name{1}));
    end
elseif ~isequal (size (yes), size (no))
    error ('geoms:derive:refused', 'its result has other sizes on other ways through it');
else
    id = gate_call ('tape', 'SELECT', condition, yes, no);
end
end

function id = with_failure (condition, good, first)
id = good;
if isstruct (good)
    for name = fieldnames (good)'
        id.(name{1}) = with_failure (condition, good.(name{1}), first);
    end
elseif first
    id = gate_call ('tape', 'SELECT', condition, NaN, good);
else
    id = gate_call ('tape', 'SELECT', condition, good, NaN);
end
end
