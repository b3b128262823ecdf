function [blocks, text] = guide_blocks (file)
%GUIDE_BLOCKS  Blocks of code and output in a page of the guide.
%   [blocks, text] = guide_blocks (file), struct array, in their order:
%       kind    word behind the fence: 'matlab', 'sh', 'c', 'text', ...; '' if there is none
%       code    the lines between the fences
%       line    number of the first of them
%       mark    words of a comment <!-- word: more --> that is the line before the fence, or ''
%       more
%       after   the block of which a 'text' is the output: the one before it with nothing but blanks
%               between them; 0 if there is none
%   text is the page without its blocks.

lines = regexp (fileread (file), '\r?\n', 'split');
blocks = struct ('kind', {}, 'code', {}, 'line', {}, 'mark', {}, 'more', {}, 'after', {});
inside = false;
bare = true;
mark = {'', ''};
text = '';
for i = 1:numel (lines)
    fence = regexp (lines{i}, '^```(\w*)\s*$', 'tokens', 'once');
    if inside && ~isempty (fence)
        inside = false;
        bare = true;
        mark = {'', ''};
    elseif inside
        blocks(end).code = sprintf ('%s%s\n', blocks(end).code, lines{i});
    elseif ~isempty (fence)
        inside = true;
        k = numel (blocks) * (bare && strcmp (fence{1}, 'text'));
        blocks(end + 1) = struct ('kind', fence{1}, 'code', '', 'line', i + 1, 'mark', mark{1}, ...
            'more', mark{2}, 'after', k); %#ok<AGROW>
    else
        found = regexp (lines{i}, '^<!-- *([\w ]+):? *(.*?) *-->\s*$', 'tokens', 'once');
        mark = {'', ''};
        if ~isempty (found)
            mark = {strtrim(found{1}), found{2}};
        elseif ~isempty (strtrim (lines{i}))
            bare = false;
        end
        text = sprintf ('%s%s\n', text, lines{i});
    end
end
check (~inside, '%s, line %d: a fence is not closed', file, i);

end
