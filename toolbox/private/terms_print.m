function terms_print (sys, terms)
%TERMS_PRINT  Prints the equations of motion at one state, a line for each: see GEOMSTERMS.

v = names_of (sys, 'v', 'v');
multipliers = [multiplied(sys, 'lambda'), multiplied(sys, 'mu')];
mixed = terms.mixed;
fprintf ('Equations of motion at t = %.10g\n', terms.t);
if ~isempty (mixed.second)
    fprintf ('\nSecond order: M v'' = f%s\n', minus (multipliers));
end
rates = strcat (v, '''');
for k = mixed.second
    line (v{k}, balance (terms, k, rates, multipliers));
end
if size (mixed.Q, 2) > 0
    fprintf ('\nFirst order, without inertia: 0 = Q''f as D v = r, where D = -Q'' df/dv\n');
end
zeta = v([mixed.first, mixed.held]);
terms_of_it = abs (mixed.damping) * abs (terms.x(sys.index.v, 1)) + abs (mixed.Q') * abs (terms.f);
rhs = mixed.rhs;
rhs(abs (rhs) <= 1e-12 * terms_of_it) = 0;
for i = 1:size (mixed.Q, 2)
    line (summed (mixed.directions(:, i)', zeta), ...
        sprintf ('%s = %.6g', summed (mixed.damping(i, :), v, 1e-9), rhs(i)));
end
if ~mixed.regular
    fprintf ('  D Q is singular: a damper is missing, the system is not of index 1.\n');
end
if ~isempty (mixed.held)
    fprintf ('\nWithout inertia, determined by constraints\n');
end
for k = mixed.held
    line (v{k}, balance (terms, k, rates, multipliers));
end
rows_of (names_of (sys, 'lambda', 'row'), [terms.g, terms.gI, terms.gIIpart], ...
    {'g', 'gI', 'gII - G Z v'''});
rows_of (names_of (sys, 'mu', 'row'), [terms.h, terms.hIpart], {'h', 'hI - H Z v'''});
rows_of (names_of (sys, 'r', 'r'), terms.b, {'r'' = b'});
rows_of (names_of (sys, 'w', 'w'), terms.d, {'d'});
rows_of (names_of (sys, 's', 's'), terms.c, {'c'});
rows_of (numbered ('e', numel (terms.e)), terms.e, {'e'});

end

% the user's names of a block, or word(1), word(2)
function names = names_of (sys, block, word)
names = numbered (word, numel (sys.index.(block)));
if isstruct (sys.names) && isfield (sys.names, block)
    names = reshape (sys.names.(block), 1, []);
end
end

function names = numbered (word, count)
names = arrayfun (@(i) sprintf ('%s(%d)', word, i), 1:count, 'UniformOutput', false);
end

% lambda(1), or lambda of the row that the user has named
function names = multiplied (sys, block)
names = names_of (sys, block, '');
bare = ~strncmp (names, '(', 1);
names(bare) = strcat ('(', names(bare), ')');
names = strcat (block, names);
end

% row k of M v' = f - C'[lambda; mu]
function text = balance (terms, k, rates, multipliers)
right = '';
if terms.f(k) ~= 0
    right = sprintf ('%.6g', terms.f(k));
end
right = after (right, -terms.C(:, k)', multipliers);
if isempty (right)
    right = '0';
end
text = [summed(terms.M(k, :), rates), ' = ', right];
end

function text = minus (multipliers)
text = '';
if ~isempty (multipliers)
    text = ' - C''[lambda; mu]';
end
end

% '2 a + b - 0.5 c', without what rounding or differences leave
function text = summed (numbers, names, least)
if nargin < 3
    least = 1e-13;
end
text = after ('', numbers .* (abs (numbers) > least * max (abs (numbers))), names);
if isempty (text)
    text = '0';
end
end

function text = after (text, numbers, names)
for i = reshape (find (numbers), 1, [])
    sign_of = ' + ';
    if numbers(i) < 0
        sign_of = ' - ';
    end
    if isempty (text)
        sign_of = strrep (strtrim (sign_of), '+', '');
    end
    factor = sprintf ('%.6g ', abs (numbers(i)));
    if strcmp (factor, '1 ')
        factor = '';
    end
    text = [text, sign_of, factor, names{i}]; %#ok<AGROW>
end
end

% a long equation goes on in the next line
function line (name, text)
text = sprintf ('  %s:  %s', name, text);
while numel (text) > 100
    at = max ([0, regexp(text(1:100), ' [+=-] ')]);
    if all (text(1:at) == ' ')
        break
    end
    fprintf ('%s\n', text(1:at - 1));
    text = ['     ', text(at:end)];
end
fprintf ('%s\n', text);
end

% a table of values with a line for each row
function rows_of (names, values, heads)
if isempty (names)
    return
end
width = max (cellfun (@numel, names));
fprintf ('\n  %-*s%s\n', width, '', sprintf (' %14s', heads{:}));
for i = 1:numel (names)
    fprintf ('  %-*s%s\n', width, names{i}, sprintf (' %14.6g', values(i, :)));
end
end
