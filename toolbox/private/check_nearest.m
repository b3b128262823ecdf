function text = check_nearest (word, candidates)
%CHECK_NEAREST  A proposal for a misspelt word.
%   text = check_nearest (word, candidates) is 'Did you mean ''...''?' with the candidate (cellstr)
%   that takes the fewest insertions, deletions and replacements, or the list of all of them if none
%   is near. Candidates that begin with the word go before all others: it may be an abbreviation.

word = word(1:min (end, 50));
begins = {};
if numel (word) > 1
    begins = candidates(strncmpi (word, candidates, numel (word)));
end
if ~isempty (begins)
    text = sprintf ('Did you mean %s?', either (begins));
    return
end
distance = zeros (1, numel (candidates));
for i = 1:numel (candidates)
    distance(i) = edits (lower (word), lower (candidates{i}));
end
[least, at] = min (distance);
if isempty (candidates)
    text = '';
elseif least < numel (word) && (least <= max (1, floor (0.4 * (numel (word) - 1))) ...
        || (least == 2 && strncmpi (word, candidates{at}, 1)))
    text = sprintf ('Did you mean ''%s''?', candidates{at});
else
    list = sprintf ('%s, ', candidates{:});
    text = sprintf ('Known: %s.', list(1:end - 2));
end

end

% 'a', 'b' or 'c'
function text = either (words)
words = cellfun (@(word) ['''', word, ''''], reshape (words, 1, []), 'UniformOutput', false);
text = words{end};
if numel (words) > 1
    list = sprintf ('%s, ', words{1:end - 1});
    text = [list(1:end - 2), ' or ', text];
end
end

% Levenshtein distance
function d = edits (a, b)
row = 0:numel (b);
for i = 1:numel (a)
    last = row;
    row(1) = i;
    for j = 1:numel (b)
        row(j + 1) = min ([last(j + 1) + 1, row(j) + 1, last(j) + (a(i) ~= b(j))]);
    end
end
d = row(end);
end
