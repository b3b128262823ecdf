function [passed, failed] = test_guide ()
%TEST_GUIDE  The code and the outputs in README.md and the pages of the guide, examples/guide.

if exist (guide_folder (), 'dir') ~= 7
    fprintf ('skipped: the guide, which is not here\n');
    passed = 0;
    failed = 0;
    return
end
pages = guide_pages ();
cases = cell (numel (pages), 2);
for i = 1:numel (pages)
    [folder, name, type] = fileparts (pages{i});
    [folder, above] = fileparts (folder);
    cases(i, :) = {[fullfile(above, name), type], @() page(pages{i})};
end
cases = [cases; {
    'every block is of a kind that is known, and says why if it is not run', @() kinds(pages)
    'links lead to files that are there', @() links(pages)
    'files and folders that pages name are there', @named
    'house.md has every room of toolbox/private', @rooms
    'identifiers.md is what identifiers_page makes of the lists', @identifiers
    'another output, an error and another file are noticed', @noticed}];
[passed, failed] = geoms_suite ('guide', cases);

end

function page (file)
guide_run (file, guide_blocks (file));
end

function kinds (pages)
for i = 1:numel (pages)
    blocks = guide_blocks (pages{i});
    for b = blocks
        where = sprintf ('%s, line %d', pages{i}, b.line);
        check (any (strcmp (b.kind, {'matlab', 'text', 'sh', 'c'})), '%s: kind ''%s''', where, b.kind);
        check (any (strcmp (b.mark, {'', 'file', 'not run', 'long', 'times vary', 'numbers vary'})), ...
            '%s: mark ''%s''', where, b.mark);
        check (~any (strcmp (b.mark, {'not run', 'long'})) || numel (b.more) > 10, '%s: why is it not run?', where);
        check (~strcmp (b.kind, 'c') || ~isempty (b.mark), '%s: C code that nothing uses', where);
        check (~strcmp (b.kind, 'text') || b.after > 0, '%s: an output of nothing', where);
    end
end
end

function links (pages)
for i = 1:numel (pages)
    [~, text] = guide_blocks (pages{i});
    found = regexp (text, '\]\(([^)#\s]+)[^)]*\)', 'tokens');
    for k = 1:numel (found)
        target = fullfile (fileparts (pages{i}), found{k}{1});
        check (~isempty (strfind (found{k}{1}, '://')) || exist (target, 'file') > 0, ... %#ok<STREMP>
            '%s leads to %s, which is not there', pages{i}, found{k}{1});
    end
end
end

% `examples/cable`, `methods/step.c`: from the top, or from where the text is about
function named ()
root = fileparts (fileparts (guide_folder ()));
bases = {'', 'mex/core', 'mex', 'toolbox', 'examples', 'tests'};
if ~has_sources ()
    fprintf ('skipped: files that pages name, for there are no C sources here\n');
    return
end
pages = guide_pages ();
count = 0;
for i = 1:numel (pages)
    [~, text] = guide_blocks (pages{i});
    found = regexp (text, '`((?:[\w.@-]+/)+[\w.@-]*)`', 'tokens');
    for k = 1:numel (found)
        there = cellfun (@(base) exist (fullfile (root, base, found{k}{1}), 'file') > 0, bases);
        check (any (there) || ~isempty (regexp (found{k}{1}, '^(build/|name/)|NAME', 'once')), ...
            '%s names %s, which is not there', pages{i}, found{k}{1});
        count = count + 1;
    end
end
check (count > 30, 'only %d names', count);
end

function rooms ()
files = dir (fullfile (fileparts (which ('geoms')), 'private', '*_*.m'));
words = unique (regexp ({files.name}, '^[a-z]+_', 'match', 'once'));
text = fileread (fullfile (guide_folder (), 'house.md'));
for i = 1:numel (words)
    check (~isempty (strfind (text, ['`', words{i}, '`'])), 'no room %s', words{i});
end
check (numel (words) > 15);
end

function identifiers ()
old = path ();
restorer = onCleanup (@() path (old));
addpath (guide_folder ());
text = fileread (fullfile (guide_folder (), 'identifiers.md'));
check (strcmp (text, identifiers_page ()), ['the lists have changed: octave-cli --eval "addpath ', ...
    'examples/guide; identifiers_page (''write'');" renews the page']);
end

function noticed ()
same = @(a, b, varargin) isempty (guide_difference (a, b, [varargin{:}]));
check (same (sprintf ('a 1.00\nb'), sprintf ('  a   1.001\n\nb\n')) && ~same ('a 1.00', 'a 1.03'), 'digits');
check (~same ('a', 'b') && ~same ('a', sprintf ('a\nb')) && ~same (sprintf ('a\nb'), 'a'), 'words, lines');
check (same ('1e-13', '7e-14') && ~same ('1e-8', '2e-8'), 'rounding');
check (same ('9 of ...', '9 of 10') && same (sprintf ('x\n...\nz 3'), sprintf ('x\ny\ny\nz 3')), 'dots');
check (same ('it takes 3 s', 'it takes 5 s', 'times vary') && ~same ('it takes 3 m', 'it takes 5 m', ...
    'times vary') && ~same ('it takes 3 s', 'it takes 5 s'), 'times');
check (same (sprintf ('n seconds x\n1 2 3'), sprintf ('n seconds x\n1 9 3'), 'times vary'), 'columns');
check (same ('a 1 b', 'a 2 b', 'numbers vary') && ~same ('a 1 b', 'a 1 c', 'numbers vary'), 'numbers');
block = struct ('kind', 'matlab', 'code', 'x = undefined_of_guide;', 'line', 7, 'mark', '', 'more', '', ...
    'after', 0);
check_error ('geoms:test:guide', @() guide_run ('page', block));
block.code = 'disp (3)';
shown = setfield (setfield (setfield (block, 'kind', 'text'), 'code', '4'), 'after', 1); %#ok<SFLD>
guide_run ('page', [block, setfield(shown, 'code', '3')]); %#ok<SFLD>
check_error ('geoms:test:check', @() guide_run ('page', [block, shown]));
block.mark = 'file';
block.more = 'fourbar.m';
check_error ('geoms:test:check', @() guide_run ('page', block));
end
