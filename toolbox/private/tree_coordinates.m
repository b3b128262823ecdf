function [p, v] = tree_coordinates (word, user)
%TREE_COORDINATES  How the coordinates and velocities of a joint are called: {'q1', 'q2'}; user: how
%   many a joint 'user' has.

e = {'e0', 'e1', 'e2', 'e3'};
w = {'w1', 'w2', 'w3'};
words = tree_words ();
at = strcmp (word, words.joints);
n = words.nv(at) + user;
if strcmp (word, 'spherical')
    p = e;
    v = w;
elseif strcmp (word, 'free')
    p = [{'x1', 'x2', 'x3'}, e];
    v = [{'v1', 'v2', 'v3'}, w];
elseif n == 1
    p = {'q'};
    v = {'v'};
else
    p = arrayfun (@(i) sprintf ('q%d', i), 1:n, 'UniformOutput', false);
    v = arrayfun (@(i) sprintf ('v%d', i), 1:n, 'UniformOutput', false);
end

end
