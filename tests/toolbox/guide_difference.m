function text = guide_difference (expected, printed, mark)
%GUIDE_DIFFERENCE  Where a printed output is not the one that a page shows; '' if nowhere.
%   text = guide_difference (expected, printed, mark) compares word by word, blanks apart. Numbers may
%   differ by 2 %, in the last digit shown, or below 1e-9, which is rounding. In expected ... at the end
%   of a line stands for the rest of it, alone in a line for any lines.
%   mark = 'times vary': numbers before s, ms or us are not compared, nor those of a column headed
%   'seconds'; 'numbers vary': no number is. In MATLAB, which shows values in another way, numbers alone
%   are compared.

text = '';
expected = lines_of (expected);
printed = lines_of (printed);
heads = {};
j = 0;
for i = 1:numel (expected)
    if strcmp (expected{i}, '...')
        next = '';
        if i < numel (expected), next = words (expected{i + 1}); next = next{1}; end
        while j < numel (printed) && ~(~isempty (next) && starts (printed{j + 1}, next)), j = j + 1; end
        continue
    end
    j = j + 1;
    if j > numel (printed)
        text = sprintf ('nothing was printed where the page has "%s"', expected{i});
        return
    end
    a = words (expected{i});
    b = words (printed{j});
    if any (strcmp (a, 'seconds')), heads = a; end
    if ~same (a, b, mark, heads)
        text = sprintf ('the page has "%s", printed was "%s"', expected{i}, printed{j});
        return
    end
end
if j < numel (printed)
    text = sprintf ('more was printed than the page has: "%s"', printed{j + 1});
end

end

function yes = starts (line, word)
w = words (line);
yes = same_word (word, w{1});
end

function yes = same (a, b, mark, heads)
open = numel (a) > 1 && strcmp (a{end}, '...');
if open
    a = a(1:end - 1);
    b = b(1:min (end, numel (a)));
end
yes = numel (a) == numel (b);
if ~yes, return, end
for k = 1:numel (a)
    if ~is_free (a, b, k, mark, heads) && ~same_word (a{k}, b{k})
        yes = false;
        return
    end
end
end

% a number that is not compared
function yes = is_free (a, b, k, mark, heads)
number = @(w) ~isnan (str2double (strrep (w, ',', '')));
units = {'s', 's.', 's,', 's;', 'ms', 'us', 'seconds,', 'seconds'};
timed = any (strcmp (a{min(k + 1, end)}, units)) || numel (heads) == numel (a) && strcmp (heads{k}, 'seconds');
yes = number (a{k}) && number (b{k}) ...
    && (strcmp (mark, 'numbers vary') || strcmp (mark, 'times vary') && timed);
end

function yes = same_word (a, b)
yes = strcmp (a, b);
if yes, return, end
trim = @(w) regexprep (w, '[,;:.)%]+$|^\(', '');
x = str2double (trim (a));
y = str2double (trim (b));
digits = regexp (trim (a), '\.(\d+)', 'tokens', 'once');
power = regexp (trim (a), 'e([+-]\d+)', 'tokens', 'once');
unit = 0;
if ~isempty (digits)
    unit = 1.5 * 10^(sum (str2double (power)) - numel (digits{1}));
end
yes = ~isnan (x) && ~isnan (y) && abs (x - y) <= max ([0.02 * abs(x), unit, 1e-9]);
end

function list = lines_of (text)
list = regexp (strtrim (text), '\s*\n\s*', 'split');
list = list(~cellfun ('isempty', list));
if ~exist ('OCTAVE_VERSION', 'builtin')
    list = cellfun (@(l) strjoin (regexp (l, '[-+]?\d[\w.+-]*', 'match'), ' '), list, ...
        'UniformOutput', false);
    list = list(~cellfun ('isempty', list));
end
end

function list = words (line)
list = regexp (strtrim (line), '\s+', 'split');
end
