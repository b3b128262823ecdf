function text = tree_print (tree)
%TREE_PRINT  A tree as an indented text, with the joints that close loops and the force elements.

bodies = tree_list_all (tree.bodies, 29);
loops = tree_list_all (tree.loops, 34);
couplings = tree_list_all (tree.couplings, 1);
forces = tree_list_all (tree.forces, 43);
kind = {'', 'planar '};
gravity = number_text (tree.gravity(1:3 - tree.planar));
if any (starts_of (tree, 1))
    gravity = 'a function of time';
end
text = sprintf (['%stree, gravity [%s]; bodies: %d, joints that close loops: %d, ', ...
    'force elements: %d\n'], ...
    kind{1 + tree.planar}, gravity, numel (bodies.names), ...
    numel (loops.names) + numel (couplings.names), numel (forces.names));
text = [text, sprintf('ground\n'), branches(tree, bodies)];
text = [text, tied('joints that close loops', bodies, loops, 'loops')];
text = [text, geared(bodies, couplings)];
text = [text, tied('force elements', bodies, forces, 'forces')];
text = [text, pushed(bodies, tree_list_all (tree.laws, 1))];

end

% depth first, one line each
function text = branches (tree, bodies)
n = numel (bodies.names);
words = tree_words ();
driven = starts_of (tree, 2);
below = accumarray (bodies.table(1, :)' + 1, (1:n)', [n + 1, 1], @(list) {sort(list)});
lines = cell (1, n);
stack = flipud (below{1});
depth = ones (n, 1);
filled = 0;
while ~isempty (stack)
    i = stack(end);
    stack(end) = [];
    filled = filled + 1;
    lines{filled} = [blanks(2 * depth(i)), body_line(tree, bodies.names{i}, bodies.table(:, i), ...
        words, any (driven == i))];
    depth(below{i + 1}) = depth(i) + 1;
    stack = [stack; flipud(below{i + 1}(:))]; %#ok<AGROW>
end
text = [lines{:}];
end

function line = body_line (tree, name, column, words, driven)
how = {'', ' driven'};
line = sprintf ('%s: %s%s', name, words.joints{column(2) + 1}, how{1 + driven});
if any (column(3:5)) && ~isequal (column(3:5), [0; 0; 1])
    line = sprintf ('%s along [%s]', line, number_text (column(3:5 - tree.planar)));
end
if any (column(6:8))
    line = sprintf ('%s at [%s]', line, number_text (column(6:8 - tree.planar)));
end
line = sprintf ('%s, mass %.5g\n', line, column(19));
end

function text = tied (title, bodies, list, what)
text = '';
if isempty (list.names)
    return
end
words = tree_words ();
known = words.(what);
text = sprintf ('%s\n', title);
all_names = [{'ground'}, bodies.names];
for i = 1:numel (list.names)
    sides = all_names(list.table([2 18], i) + 1);
    word = known{list.table(1, i) + 1};
    between = sprintf ('%s - %s', sides{:});
    if strcmp (what, 'forces') && ~any (strcmp (word, {'spring', 'series', 'bushing'}))
        between = sides{1};
    end
    text = [text, sprintf('  %s: %s, %s\n', list.names{i}, word, between)]; %#ok<AGROW>
end
end

% numbers of the things of a kind with functions of time
function numbers = starts_of (tree, kind)
list = tree_list_all (tree.signals, 4);
numbers = list.table(2, list.table(1, :) == kind);
end

function text = geared (bodies, list)
text = '';
for i = 1:numel (list.names)
    m = list.more{i};
    terms = arrayfun (@(k) sprintf ('%.5g %s', m(3, k), bodies.names{m(1, k)}), 1:size (m, 2), ...
        'UniformOutput', false);
    line = sprintf ('  %s: coupling, %s\n', list.names{i}, strjoin (terms, ' + '));
    text = [text, line]; %#ok<AGROW>
end
if ~isempty (text)
    text = [sprintf('couplings\n'), text];
end
end

function text = pushed (bodies, list)
text = '';
for i = 1:numel (list.names)
    text = [text, sprintf('  %s: on %s\n', list.names{i}, ...
        strjoin (bodies.names(list.more{i}.bodies), ', '))]; %#ok<AGROW>
end
if ~isempty (text)
    text = [sprintf('laws\n'), text];
end
end

function text = number_text (x)
text = strtrim (sprintf ('%.5g ', x));
end
