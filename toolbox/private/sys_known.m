function found = sys_known (numbers, fcns, sizes, found)
%SYS_KNOWN  What was found out about systems when they were used last, so that it is not again.
%   yes = sys_known (numbers, fcns)                   whether anything is known
%   found = sys_known (numbers, fcns, sizes)          what was found with initial values of these sizes, a
%                                                     struct, or []
%   sys_known (numbers, fcns, sizes, found)           keeps it, in the place of what is oldest
%   numbers   digest of the system, see SYS_MARK;   fcns   struct of its functions, which the digest leaves
%   out: they are the same if they are the same handles, not if they do the same;   sizes   a text

persistent list
most = 8;
if isempty (list)
    list = struct ('numbers', {}, 'fcns', {}, 'sizes', {}, 'found', {});
end
if nargin == 4
    entry = struct ('numbers', numbers, 'fcns', fcns, 'sizes', sizes, 'found', found);
    same = arrayfun (@(old) all (old.numbers == numbers) && strcmp (old.sizes, sizes), list);
    list(same) = [];
    list = [entry, reshape(list(1:min (end, most - 1)), 1, [])];
    return
end
for i = 1:numel (list)
    if all (list(i).numbers == numbers) && (nargin < 3 || strcmp (list(i).sizes, sizes)) ...
            && are_same (list(i).fcns, fcns)
        if nargin < 3
            found = true;
        else
            found = list(i).found;
        end
        return
    end
end
found = [];
if nargin < 3
    found = false;
end

end

% in Octave isequal is slow, in MATLAB handles have no ==; the digest knows the names of the fields
function yes = are_same (a, b)
persistent octave
if isempty (octave)
    octave = exist ('OCTAVE_VERSION', 'builtin') > 0;
end
a = struct2cell (a);
b = struct2cell (b);
yes = numel (a) == numel (b);
for i = 1:numel (a) * yes
    if octave
        yes = yes && a{i} == b{i};
    else
        yes = yes && isequal (a{i}, b{i});
    end
end
end
