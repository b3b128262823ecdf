function [passed, failed] = test_derive_idioms ()
%TEST_DERIVE_IDIOMS  What users write is recorded and has their values, or is refused: tests/data/idioms.txt.

file = fullfile (fileparts (mfilename ('fullpath')), '..', 'data', 'idioms.txt');
list = strsplit (strtrim (fileread (file)), sprintf ('\n'));
list = list(~strncmp (list, '%', 1));
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() remove (folder));
addpath (folder);
cases = cell (numel (list), 2);
for i = 1:numel (list)
    name = sprintf ('geoms_idiom_%d', i);
    write (fullfile (folder, [name, '.m']), name, list{i}(3:end));
    cases(i, :) = {list{i}, @() idiom(name, list{i}(1) == 'T')};
end
rehash ();
[passed, failed] = geoms_suite ('derive_idioms', cases);

end

function remove (folder)
rmpath (folder);
delete (fullfile (folder, '*'));
rmdir (folder);
end

% a body may end its function and begin another one
function write (file, name, body)
handle = fopen (file, 'w');
body = strrep (regexprep (body, 'end;function', sprintf ('\nend\nfunction')), '##', sprintf ('\n'));
fprintf (handle, 'function y = %s (t, p, v, q)\n%s\nend\n', name, body);
fclose (handle);
end

function idiom (name, is_recorded)
global CORPUS_G
CORPUS_G = 3;
q = struct ('F0', [1; 2; 3], 'K', [2 1 0; 1 3 1; 0 1 4], 'kind', 'a', 'm', 2, 'g', 9.81, 'sub', ...
    struct ('k', [1 5]), 'bodies', struct ('m', {1, 2, 3}));
fcn = str2func (name);
flat = @(t,p,v,z) reshape (fcn (t, p, v, q), [], 1);
start = struct ('p', [0.4; -0.3; 0.7], 'v', [0.2; 0.5; -0.6]);
recorded_case (flat, start, is_recorded, name);
end
