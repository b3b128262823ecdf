function guide_run (guide_file, guide_blocks)
%GUIDE_RUN  Runs the blocks of a page one after the other, in one fresh workspace and an empty folder.
%   guide_run (file, blocks) raises an error where a block does, and where a page shows another output
%   (GUIDE_DIFFERENCE). Blocks of kind 'matlab' are run; those with the mark <!-- file: NAME --> are
%   written into the folder first, whatever their kind, or compared with the file of that name beside the
%   page; those marked <!-- not run: why --> are left out.

guide_cleaner = scene (); %#ok<NASGU>
guide_said = repmat ({''}, 1, numel (guide_blocks));
for guide_k = 1:numel (guide_blocks)
    guide_b = guide_blocks(guide_k);
    guide_where = sprintf ('%s, line %d', guide_file, guide_b.line);
    if strcmp (guide_b.mark, 'not run')
        continue
    elseif strcmp (guide_b.mark, 'file')
        put (guide_b.more, guide_b.code, guide_where);
    elseif strcmp (guide_b.kind, 'matlab')
        try
            guide_said{guide_k} = evalc (guide_b.code);
        catch guide_e
            error ('geoms:test:guide', '%s: %s (%s)', guide_where, guide_e.message, ...
                guide_e.identifier);
        end
    elseif strcmp (guide_b.kind, 'text') && guide_b.after > 0
        guide_text = guide_difference (guide_b.code, guide_said{guide_b.after}, guide_b.mark);
        check (isempty (guide_text), '%s: %s\n---- printed was\n%s', guide_where, guide_text, ...
            guide_said{guide_b.after});
    end
end

end

% an empty folder, figures that are not seen; all back when the answer is cleared
function cleaner = scene ()
folder = tempname ();
mkdir (folder);
was = struct ('folder', pwd (), 'path', path (), 'visible', get (0, 'defaultfigurevisible'), ...
    'figures', findall (0, 'type', 'figure'));
path (absolute (was.path));
cd (folder);
addpath (guide_folder ());
set (0, 'defaultfigurevisible', 'off');
cleaner = onCleanup (@() back (folder, was));
end

% folders that are named from the current one would not be found from another
function list = absolute (list)
list = regexp (list, pathsep (), 'split');
whole = ~cellfun ('isempty', regexp (list, '^([/\\\\]|\w:|\.$)', 'once'));
list = strjoin (list(whole), pathsep ());
end

function back (folder, was)
cd (was.folder);
path (was.path);
set (0, 'defaultfigurevisible', was.visible);
close (setdiff (findall (0, 'type', 'figure'), was.figures));
remove (folder);
end

function remove (folder)
files = dir (folder);
files = files(~ismember ({files.name}, {'.', '..'}));
for i = 1:numel (files)
    name = fullfile (folder, files(i).name);
    if files(i).isdir
        remove (name);
    else
        delete (name);
    end
end
rmdir (folder);
end

function put (name, code, where)
check (~isempty (regexp (name, '^\w+\.\w+$', 'once')), '%s: no name of a file: ''%s''', where, name);
beside = fullfile (guide_folder (), name);
if exist (beside, 'file') == 2
    bare = @(text) regexprep (regexprep (text, '\n%[^\n]*', ''), '\s+', ' ');
    check (strcmp (strtrim (bare (fileread (beside))), strtrim (bare (code))), ...
        '%s: the block is not the file %s', where, name);
    return
end
handle = fopen (name, 'w');
fwrite (handle, code);
fclose (handle);
end
