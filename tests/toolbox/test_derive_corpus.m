function [passed, failed] = test_derive_corpus ()
%TEST_DERIVE_CORPUS  Right-hand sides in the styles of public code: tests/data/righthandsides.txt.

file = fullfile (fileparts (mfilename ('fullpath')), '..', 'data', 'righthandsides.txt');
list = regexp (fileread (file), '(^|\n)## ', 'split');
list = list(2:end);
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() remove (folder));
addpath (folder);
cases = cell (numel (list), 2);
for i = 1:numel (list)
    name = sprintf ('geoms_rhs_%d', i);
    lines = strsplit (list{i}, sprintf ('\n'));
    body = strjoin (lines(2:end), sprintf ('\n'));
    write (fullfile (folder, [name, '.m']), regexprep (body, '= f \(', ['= ', name, ' ('], 'once'));
    cases(i, :) = {lines{1}, @() side(name, lines)};
end
rehash ();
[passed, failed] = geoms_suite ('derive_corpus', cases);

end

function remove (folder)
rmpath (folder);
delete (fullfile (folder, '*'));
rmdir (folder);
end

function write (file, text)
handle = fopen (file, 'w');
fprintf (handle, '%s', text);
fclose (handle);
end

function side (name, lines)
global CORPUS_G CORPUS_GATE
CORPUS_G = 3;
CORPUS_GATE = [];
list = {};
if strncmp (lines{2}, '#P ', 3)
    list = {eval(lines{2}(4:end))};
end
fcn = str2func (name);
n = sscanf (lines{1}(2:end), '%d');
start = struct ('p', 0.5 * cos ((1:n)'), 'v', zeros (n, 1));
recorded_case (@(t,p,v,z) reshape (fcn (t, p, list{:}), [], 1), start, lines{1}(1) == 'T', name);
end
