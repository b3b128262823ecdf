function A = anim_printed (fig)
%ANIM_PRINTED  A figure as numbers, height x width x 3.

file = [tempname(), '.png'];
cleaner = onCleanup (@() delete (file)); %#ok<NASGU>
anim_print (fig, file);
A = imread (file);

end
