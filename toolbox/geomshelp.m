function list = geomshelp (word, varargin)
%GEOMSHELP  What the identifier of an error or a warning means, and what to do about it.
%   GEOMSHELP ('geoms:steps:small') prints what stands behind an identifier, the words of its messages with
%   ... for what they fill in, and what to do.
%   GEOMSHELP ('steps') does so for all whose identifiers have this word, GEOMSHELP () lists the
%   identifiers.
%   LIST = GEOMSHELP (...) returns a struct array instead:
%     identifier
%     kind       'run': the status of a run (SOL.info); 'error', 'warning'; 'internal': an error of the
%                toolbox itself, which should not happen
%     text       what it says; several messages are separated by ' / '
%     remedy     what to do, where the message does not say it itself; else ''
%
%   What runs tell is taken from the one list of status codes, all else from the toolbox's own calls of
%   error and warning.
%
%   Example:
%       geomshelp ('geoms:steps:small')
%       list = geomshelp ('mass');
%       {list.identifier}
%
%   See also GEOMS, GEOMSTEST, GEOMSLAST.

if nargin < 1
    word = '';
elseif nargin > 1
    error ('geoms:arguments:number', 'geomshelp takes one identifier, or one word.');
end
if ~ischar (word) || size (word, 1) > 1
    error ('geoms:help:word', ['geomshelp takes an identifier like ''geoms:steps:small'', or a word of ', ...
        'some, not %s.'], check_described (word));
end
found = help_list ();
names = {found.identifier};
hit = strcmpi (names, word);
if ~any (hit)
    hit = ~cellfun ('isempty', strfind (lower (names), lower (word))) | isempty (word);
end
if ~any (hit)
    error ('geoms:help:word', 'There is no identifier ''%s''. %s', word, near (word, names));
end
found = found(hit);
if nargout > 0
    list = found;
elseif isempty (word)
    fprintf ('%s\n', found.identifier);
else
    help_print (found);
end

end

% of whole identifiers if that is one, else of their words
function text = near (word, names)
if ~any (word == ':')
    names = unique (regexp (strjoin (names, ' '), '(?<=:)\w+', 'match'));
elseif ~strncmp (word, 'geoms:', 6)
    text = 'Those of GEOMS begin with geoms: - others are of your own functions, or of other toolboxes.';
    return
end
text = check_nearest (word, names);
end

%!test # a status, an error
%! list = geomshelp ('geoms:steps:small');
%! assert (list.kind, 'run');
%! assert (numel (geomshelp ('x0')) > 2);
%!error <no identifier> geomshelp ('nosuchword')
