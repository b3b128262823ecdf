function code = mfile_tokens (text)
%MFILE_TOKENS  The words and signs of a piece of MATLAB or Octave code.
%   code = mfile_tokens (text) leaves out blanks, comments with % and '...' with what follows; a line
%   break is a token. Fields, one column per token:
%
%   word       the token itself
%   line       where it stands
%   kind       'w' word, 'k' keyword, 'f' field, 'n' number, 's' text in quotes, 'e' the end of an index,
%              'b' line break; brackets and other signs: their first character
%   before, after   whether a blank or the end of a line is beside it
%   inner      the innermost bracket around it: '(', '[', '{' or ' '. Brackets belong to what is outside
%   deep       how many ( and { are around it
%   pair       of a bracket: the other one
%   lambda     in the body of an anonymous function that stands directly in that bracket
%   head       of ( and ): they hold the arguments of an anonymous function
%   operand    whether an operand may end here
%   statement, part   numbers of the statement, and of the function (0 before the first)

[word, first, last] = regexp (text, pattern (), 'match', 'start', 'end', 'lineanchors');
comment = ismember (text(first), sprintf ('%% \t')) | strncmp (word, '...', 3);
starts = cumsum ([1, text == sprintf('\n')]);
text = [' ', text, ' '];
code.word = word(~comment);
code.line = starts(first(~comment));
code.before = isspace (text(first(~comment)));
code.after = isspace (text(last(~comment) + 2));
code.kind = kinds (code.word, text(first(~comment) + 1));
code = brackets (code);
code.kind(strcmp (code.word, 'end') & code.kind == 'k' & code.inner ~= ' ') = 'e';
code.operand = ismember (code.kind, 'wfnse)]}') | ismember (code.word, {'''', '.'''});
separators = ismember (code.kind, 'b;,') & code.inner == ' ';
code.statement = 1 + cumsum ([0, separators(1:end - 1)]);
code.part = cumsum (strcmp (code.word, 'function') & code.kind == 'k');

end

% what is longer stands before what it begins with; a quote after an operand transposes
function p = pattern ()
p = ['^[ \t]*%\{[ \t]*\n(?:[^\n]*\n)*?[ \t]*%\}[ \t]*$|', ...     a block of comments
    '\.\.\.[^\n]*\n?|[%#][^\n]*|', ...
    '(?<![\w\)\]\}''.])''(?:[^''\n]|'''')*''|"(?:[^"\\\n]|\\.|"")*"|', ...
    '\d+\.?\d*(?:[eEdD][+-]?\d+)?[ij]?|\.\d+(?:[eEdD][+-]?\d+)?[ij]?|[A-Za-z_]\w*|', ...
    '\*\*=?|\.\*\*|\+\+|--|[-+*/^|&]=|[!=~<>]=|&&|\|\||\.[*/\\^'']|\n|\S'];
end

function kind = kinds (word, first)
kind = first;
kind(isletter (first) | first == '_') = 'w';
kind(ismember (word, keywords ())) = 'k';
kind([false, strcmp(word(1:end - 1), '.')] & ismember (kind, 'wk')) = 'f';
kind(first >= '0' & first <= '9') = 'n';
kind(first == '.' & ~cellfun ('isempty', regexp (word, '^\.\d', 'once'))) = 'n';
kind((first == '''' | first == '"') & cellfun ('length', word) > 1) = 's';
kind(first == sprintf ('\n')) = 'b';
end

function list = keywords ()
list = {'break', 'case', 'catch', 'continue', 'else', 'elseif', 'end', 'for', 'function', 'global', ...
    'if', 'otherwise', 'parfor', 'persistent', 'return', 'switch', 'try', 'while'};
end

% what is around each token, level by level: the last bracket that was opened there before it
function code = brackets (code)
opens = ismember (code.kind, '([{');
closes = ismember (code.kind, ')]}');
ends = ismember (code.kind, ',;b');
n = numel (opens);
place = 1:n;
level = max (0, cumsum (opens) - cumsum (closes) - opens);
code.deep = max (0, count (code.kind, '(', ')') + count (code.kind, '{', '}'));
code.inner = repmat (' ', 1, n);
code.pair = zeros (1, n);
code.lambda = false (1, n);
code.head = false (1, n);
for i = 0:max ([0, level])
    opened = cummax (place .* (opens & level == i));
    code = closed (code, opened, find (closes & level == i & opened > 0));
    inside = level == i + 1;
    code.inner(inside) = code.kind(opened(inside));
    body = cummax (place .* (code.head & closes & level == i));
    border = cummax (place .* ((ends & level == i) | (opens & level == i - 1)));
    code.lambda = code.lambda | (level == i & body > border & body < place);
end
end

% pairs of brackets of one level; those that hold the arguments of an anonymous function
function code = closed (code, opened, to)
from = opened(to);
code.pair([from, to]) = [to, from];
for k = reshape (find (code.kind(to) == ')' & from > 1), 1, [])
    code.head([from(k), to(k)]) = code.kind(from(k) - 1) == '@';
end
end

function depth = count (kind, open, close)
depth = cumsum (kind == open) - cumsum (kind == close) - (kind == open);
end
