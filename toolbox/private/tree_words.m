function words = tree_words ()
%TREE_WORDS  What the core knows: joints with numbers of coordinates nq and velocities nv, loops
%   with the letters of their rows (in space, planar), forces. Numbers of kinds count from 0 there.

persistent kept
if isempty (kept)
    kept = gate_call ('treewords');
end
words = kept;

end
