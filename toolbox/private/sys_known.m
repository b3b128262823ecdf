function found = sys_known (numbers, fcns, sizes, found)
%SYS_KNOWN  What was found out about systems when they were used last, so that it is not again.
%   yes = sys_known (numbers, fcns)                   whether anything is known
%   found = sys_known (numbers, fcns, sizes)          what was found with initial values of these sizes, a
%                                                     struct, or []
%   sys_known (numbers, fcns, sizes, found)           keeps it, in the place of what is oldest
%   numbers   digest of the system, see SYS_MARK;   fcns   struct of its functions, which the digest leaves
%   out: they are the same if they are the same handles, not if they do the same;   sizes   a text

persistent list marks
most = 8;
if isempty (list)
    list = struct ('fcns', {}, 'sizes', {}, 'found', {});
    marks = zeros (2, 0);
end
at = find (marks(1, :) == numbers(1) & marks(2, :) == numbers(2));
if nargin == 4
    at = at(strcmp (sizes, {list(at).sizes}));
    list(at) = [];
    marks(:, at) = [];
    list = [struct('fcns', fcns, 'sizes', sizes, 'found', found), list(1:min (end, most - 1))];
    marks = [numbers(:), marks(:, 1:min (end, most - 1))];
    return
end
for i = at
    if (nargin < 3 || strcmp (list(i).sizes, sizes)) && are_same (list(i).fcns, fcns)
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
