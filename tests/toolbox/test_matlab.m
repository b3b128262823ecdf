function [passed, failed] = test_matlab ()
%TEST_MATLAB  All .m files are written for MATLAB R2018a and Octave 7: a check that runs in both.
%   MFILE_FAULTS looks for what one of the hosts does not understand: blanks inside brackets, syntax,
%   functions. It is no substitute for MATLAB: it knows neither what functions do with their arguments
%   nor the sizes of arrays.

cases = {
    'toolbox, examples and tests', @files
    'examples in help texts', @help_texts
    'code in README and in the guide', @readme
    'functions of both hosts are here', @shared
    'blanks inside brackets', @brackets
    'syntax of Octave alone', @octave_syntax
    'syntax of MATLAB alone', @matlab_syntax
    'blocks and brackets end', @ends
    'unknown functions', @functions_known
    'names that are function and variable', @two_meanings
    'fields of results', @fields
    'what is right', @right
    'lines of faults', @lines
    'words and signs', @tokens};
[passed, failed] = geoms_suite ('matlab', cases);

end

% ---- the project ----

function folder = root ()
folder = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
end

% paths of all .m files, and their names
function [list, names] = m_files ()
list = [below(fullfile (root (), 'toolbox')), below(fullfile (root (), 'examples')), ...
    below(fullfile (root (), 'tests'))];
check (numel (list) > 200, 'only %d .m files', numel (list));
[~, names] = cellfun (@fileparts, list, 'UniformOutput', false);
end

function list = below (folder)
list = {};
found = dir (folder);
for i = reshape (find (~strncmp ({found.name}, '.', 1)), 1, [])
    file = fullfile (folder, found(i).name);
    if found(i).isdir
        list = [list, below(file)]; %#ok<AGROW>
    elseif ~isempty (regexp (file, '\.m$', 'once'))
        list{end + 1} = file; %#ok<AGROW>
    end
end
end

% functions that one of the hosts lacks, or nobody has: called in the other one, or to fail
function list = exceptions ()
list = {
    'build_octave', 'nproc'
    'build_octave', 'pclose'
    'build_octave', 'popen'
    'build_octave', 'unsetenv'
    'write_picture', 'graphics_toolkit'
    'anim_figure', 'graphics_toolkit'
    'anim_display', 'have_window_system'
    'plot_by_gnuplot', 'graphics_toolkit'
    'plot_figure', 'graphics_toolkit'
    'plot_figure', 'available_graphics_toolkits'
    'test_geomsplot', 'graphics_toolkit'
    'malformed_rubbish', 'no_such_function'};
end

function files ()
[list, names] = m_files ();
apart = exceptions ();
text = '';
for i = 1:numel (list)
    here = apart(strcmp (apart(:, 1), names{i}), 2);
    faults = mfile_faults (fileread (list{i}), [names, {'geoms_mex'}, here']);
    text = [text, told([names{i}, '.m'], faults)]; %#ok<AGROW>
end
check (isempty (text), '\n%s', text);
end

function text = told (name, faults)
text = '';
for i = 1:size (faults, 1)
    text = sprintf ('%s    %s, line %d: %s\n', text, name, faults{i, :});
end
end

% what stands, further in, below 'Example:'
function help_texts ()
[list, names] = m_files ();
text = '';
count = 0;
for i = 1:numel (list)
    code = regexp (fileread (list{i}), '\n%   Example[^\n]*\n((?:%       [^\n]*\n)*)', 'tokens');
    for k = 1:numel (code)
        count = count + 1;
        faults = mfile_faults (regexprep (code{k}{1}, '^%', '', 'lineanchors'));
        text = [text, told(['example of ', names{i}], faults)]; %#ok<AGROW>
    end
end
check (count > 40, 'only %d examples', count);
check (isempty (text), '\n%s', text);
end

% and in the guide
function readme ()
pages = guide_pages ();
text = '';
count = 0;
for i = 1:numel (pages)
    [~, name] = fileparts (pages{i});
    blocks = guide_blocks (pages{i});
    for b = blocks(strcmp ({blocks.kind}, 'matlab'))
        count = count + 1;
        text = [text, told(sprintf ('%s.md, block at line %d', name, b.line), mfile_faults (b.code))]; %#ok<AGROW>
    end
end
check (isempty (pages) || count >= 40, 'only %d pieces of code', count);
check (isempty (text), '\n%s', text);
end

function shared ()
names = mfile_shared ();
for i = reshape (find (~strcmp (names, 'containers')), 1, [])
    check (exist (names{i}) > 0, 'this host has no function %s', names{i}); %#ok<EXIST>
end
end

% ---- the check itself ----

% each piece of code has one fault, whose words contain those beside it; known: see mfile_faults
function need_faults (list, varargin)
for i = 1:size (list, 1)
    faults = mfile_faults (sprintf (list{i, 1}), varargin{:});
    check (size (faults, 1) == 1, '%d faults instead of one in: %s\n%s', size (faults, 1), ...
        list{i, 1}, told ('x', faults));
    check (~isempty (strfind (faults{2}, list{i, 2})), 'in: %s\nnot what was meant: %s', list{i, 1}, ...
        faults{2});
end
end

function need_none (list)
for i = 1:numel (list)
    faults = mfile_faults (sprintf (list{i}), {});
    check (isempty (faults), 'faults in: %s\n%s', list{i}, told ('x', faults));
end
end

function brackets ()
need_faults ({
    'x = [zeros (2, 1); 1];', 'a blank before ('
    'x = {@(c) max (c, 3)};', 'a blank before ('
    'x = {1, 2};  y = x{min (2, 3)};', 'a blank before ('
    'x = {1, 2};  y = [x {1}];', 'a blank before {'
    'x = {1};  y = [x{1} (1)];', 'a blank before ('
    'x.y = 1;  z = [x.y (1)];', 'a blank before ('
    'x = 1;  y = [x'' (1)];', 'a blank before ('
    'x = 1;  y = [x ...\n (1)];', 'a blank before ('
    'x = {@(c) [c (1)]};', 'a blank before ('
    'x = {[zeros(1, 2), @(c) {max (c)}]};', 'a blank before ('
    'x = 1;  y = [x -1];', 'a blank on one side of -'
    'x = 1;  y = [x- 1];', 'a blank on one side of -'
    'x = 1;  y = {x *2};', 'a blank on one side of *'
    'x = 1;  y = {x(1) .^2};', 'a blank on one side of .^'
    'x = 1;  y = [x'' ==1];', 'a blank on one side of =='
    'x = 1;  y = [x &&true];', 'a blank on one side of &&'
    'x = {@(c) 2 -c};', 'a blank on one side of -'
    'x = [1 + ...\n2, 3 -\n4];', 'ends with an operator'
    'x = max (1, ...\n2,\n3);', 'a line ends inside ( )'});
end

function octave_syntax ()
need_faults ({
    'x = 1; # one', 'a comment with #'
    '#{\n', 'a comment with #'
    'x = 1 != 2;', 'the operator !='
    'x = !true;', 'the operator !'
    'x = 1;  x += 1;', 'the operator +='
    'x = 1;  x++;', 'the operator ++'
    'x = 1;  x ^= 2;', 'the operator ^='
    'x = 2 ** 3;', 'the operator **'
    'x = 2 .** 3;', 'the operator .**'
    'do\nx = 1;\nuntil_later = 2;', 'the keyword do'
    'unwind_protect\nx = 1;', 'the keyword unwind_protect'
    'x = 1; endfunction', 'the keyword endfunction'
    'x = "one";', 'in double quotes'
    'x = "a "" b \\" c";', 'in double quotes'
    'x = ''one;', 'a quote without its other'
    'x = 1;  y = x '';', 'a quote without its other'
    'if (x = 3)\nend', 'an assignment inside ( )'
    '_x = 1;', 'begins with _'
    'x = 1_000;', 'the number goes on with _000'
    'x = size (1)(1);', 'is indexed'
    'x = size (1) (1);', 'is indexed'
    'x = [1 2](1);', 'is indexed'
    'x = {1, 2}{1};', 'is indexed'
    'x = size (1){1};', 'is indexed'
    'x = ''abc''(1);', 'is indexed'
    'try\nx = 1;\ncatch e x = 2;\nend', 'code after catch'
    'try\nx = 1;\ncatch e x\nend', 'code after catch'
    'x = 1;\nfor i = find (x == 1)\nx = i;\nend', 'a for over find or unique'
    'x = 1;\nfor i = unique (x'')\nx = i;\nend', 'a for over find or unique'});
end

function matlab_syntax ()
need_faults ({
    'function f (x)\narguments\nx = 1;\nend', 'arguments'
    'classdef x', 'classdef'
    'x = 0x1F;', 'the number goes on with x1F'
    'x = 1;  x -1;', 'MATLAB reads a command'
    ['x = ''', char([195 164]), ''';'], 'not ASCII'
    ['x = 1; %% ', char([195 164])], 'not ASCII'});
end

function ends ()
need_faults ({
    'if true\nx = 1;', 'do not all end with end'
    'function f ()\nx = 1;', 'do not all end with end'
    'function f ()\nend\nend', 'do not all end with end'
    'x = [1, 2;', '[ without its other'
    'x = 1);', ') without its other'});
end

function functions_known ()
need_faults ({
    'x = rows (1);', 'rows is not among'
    'x = contains (''a'', ''b'');', 'contains is not among'
    'x = string (1);', 'string is not among'
    'printf (''a'');', 'printf is not among'
    'fflush (1);', 'fflush is not among'
    'x = cellfun (@columns, {1});', 'columns is not among'
    'x = @(c) c + d;', 'd is not among'
    'x(k) = 1;', 'k is not among'
    'function f (x)\nx = 1;\nend\nfunction g ()\ny = x;\nend', 'x is not among'}, {});
need_faults ({'x = mine (1) + yours (2);', 'yours is not among'}, {'mine'});
end

function two_meanings ()
need_faults ({
    'max = max (1);', 'max is a function here'
    'x = max (1);\nmax = 2;', 'max is a function here'
    'for sum = 1:sum (3)\nend', 'sum is a function here'
    'function x = f ()\nx = x ();\nend\nfunction y = x ()\ny = 1;\nend', 'x is a function here'
    'function [a, b] = f ()\nb = 1;\n[b, c] = a ();\na = c;\nend\nfunction y = a ()\ny = 1;\nend', ...
    'a is a function here'}, {});
end

function fields ()
need_faults ({
    'x = size (1).y;', 'a field of what size returns'
    'x = size([1 2]).y{1};', 'a field of what size returns'
    'x = pi.y;', 'a field of what pi returns'}, {});
end

function right ()
need_none ({
    ''
    '%% x = f (x) !\n%%{\nx = f (x) !\n\n%%}\n'
    'x = 1;\n\n%%!test\n%%! x += 1;'
    'x = [1 -1; 2 - 1, -1];  y = [x'', -x''];  z = {y'', ''a''};'
    'x = {@(c) -c, @(a, b) a - b, @() 3, @(c) ~c, @(c) (c + 1)};'
    'x = {1, ''a (b) "c" != %% #''};  y = [x{1}, x{end}''];'
    'x = 1;\ny = {x'', ... and\n    -x, max(1, ...\n    2)\n    x.'', [''b'' ''''''''] };'
    'x.end = 1;\nx.function = [x.end, 2];'
    'hold on\nclear x y\nx = 1e-3 + .5 - 1.e3i ./ 2;'
    'try\n    x = 1;\ncatch e, rethrow (e), end'
    'try, x = 1; catch, end'
    'x = {1, 2};  y = x{1}(1);  z = x{2} ();  x(end + 1) = {y.''};'
    'function varargout = f (varargin)\nvarargout = varargin(1:nargin);\nend'
    'function x = f (x)\nx = max (x, [], 2);\nx = x (1);\nend'
    'if max ([1 2]) > 1 && ~isempty ([]), x = 1; else, x = 2; end'
    '[a, b(2).c] = size (1);\n[~, d] = max (b(1).c, a);'
    'x = @(max, varargin) max + numel (varargin);\ny = max (1);'
    'switch 1\ncase {1, 2}\n    x = 1;\notherwise\n    x = containers.Map ();\nend'
    'x = 1;\nfor i = reshape (find (x), 1, []), x = i; end\nfor i = find (x(:))'', x = i; end'
    'while true, break, end'});
end

function lines ()
faults = mfile_faults (sprintf ('x = 1;\n\nx = {1, ...\n2};\nx += 1; # a\n%%{\n\n%%}\ny = !x;'));
check (isequal ([faults{:, 1}], [5 5 9]));
end

function tokens ()
code = mfile_tokens ('y = {@(c) c.b'', f(1) ''a''}; z');
check (isequal (code.word, {'y', '=', '{', '@', '(', 'c', ')', 'c', '.', 'b', '''', ',', 'f', '(', '1', ...
    ')', '''a''', '}', ';', 'z'}));
check (strcmp (code.kind, 'w={@(w)w.f'',w(n)s};w'));
check (strcmp (code.inner, '   {{({{{{{{{{({{   '));
check (isequal (find (code.head), [5 7]) && isequal (find (code.lambda), 8:11));
check (isequal (code.pair([3 5 7 14 16 18]), [18 7 5 16 14 3]) && sum (code.pair > 0) == 6);
check (isequal (code.deep, [0 0 0 1 1 2 1 1 1 1 1 1 1 1 2 1 1 0 0 0]));
check (isequal (find (code.before), [1 2 3 8 13 17 20]) && isequal (code.statement == 2, 1:20 == 20));
end

%!test
%! [~, failed] = test_matlab ();
%! assert (failed, 0);
