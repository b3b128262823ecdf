function list = help_sources ()
%HELP_SOURCES  Identifiers and messages that the toolbox's own files hold, from their text.
%   list has an element for each identifier: identifier, kind ('error' or 'warning'), text. The text has
%   ... where a message fills something in, and ' / ' between several messages.

folder = fileparts (fileparts (mfilename ('fullpath')));
folders = {folder, fullfile(folder, 'private'), fullfile(folder, '@geomstraced'), ...
    fullfile(folder, '@geomstraced', 'private')};
list = struct ('identifier', {}, 'kind', {}, 'text', {});
for i = 1:numel (folders)
    files = dir (fullfile (folders{i}, '*.m'));
    for k = reshape (find (~strcmp ({files.name}, 'help_written.m')), 1, [])
        list = [list, of_file(fileread (fullfile (folders{i}, files(k).name)))]; %#ok<AGROW>
    end
end
list = merged (list);

end

function list = of_file (code)
list = struct ('identifier', {}, 'kind', {}, 'text', {});
code = regexprep (code, '^\s*%[^\n]*', '', 'lineanchors');
[from, to, words] = regexp (code, '(\w*)[ \t]*\(?[ \t]*''(geoms:\w+(:\w+)?)''', 'start', 'end', 'tokens');
for i = 1:numel (from)
    text = message (code(to(i) + 1:min (end, to(i) + 2000)));
    kind = 'error';
    if ~isempty (strfind (lower (words{i}{1}), 'warn'))
        kind = 'warning';
    end
    list(end + 1) = struct ('identifier', words{i}{2}, 'kind', kind, 'text', text); %#ok<AGROW>
end
end

% the text that follows an identifier: one literal, or several in brackets; '' if it is none
function text = message (code)
text = '';
code = regexprep (code, '\.\.\.[ \t]*\n', ' ');
start = regexp (code, '^\s*,\s*[''\[]', 'end', 'once');
if isempty (start)
    return
elseif code(start) == ''''
    text = plain (regexp (code(start:end), '^''(?:[^''\n]|'''')*''', 'match', 'once'));
    return
end
rest = code(start + 1:end);
while ~isempty (rest) && rest(1) ~= ']'
    piece = regexp (rest, '^(''(?:[^''\n]|'''')*''|[\s,]+|[^''\s,\]]+(\([^)]*\))?)', 'match', 'once');
    if isempty (piece)
        return
    elseif piece(1) == ''''
        text = [text, plain(piece)]; %#ok<AGROW>
    elseif ~isempty (strtrim (strrep (piece, ',', '')))
        text = [text, '...']; %#ok<AGROW>
    end
    rest = rest(numel (piece) + 1:end);
end
end

% a literal as it is printed, with ... for what is filled in
function text = plain (literal)
text = strrep (literal(2:end - 1), '''''', '''');
text = strrep (strrep (text, '%%', '%'), '\n', ' ');
text = regexprep (text, '(%[-+ 0#]*[\d*]*(\.[\d*]+)?[sdgefcxiu])+', '...');
end

function list = merged (list)
[names, ~, number] = unique ({list.identifier});
first = struct ('identifier', names, 'kind', 'error', 'text', '');
for i = 1:numel (names)
    these = list(number == i);
    texts = {these.text};
    texts = unique (texts(cellfun (@(t) numel (strrep (t, '.', '')) > 12, texts)));
    if any (strcmp ({these.kind}, 'warning'))
        first(i).kind = 'warning';
    end
    first(i).text = strjoin (texts, ' / ');
end
list = first;
end
