function names = urdf_names (file, links)
%URDF_NAMES  Names for the bodies: those of the links, _ for characters that names of bodies cannot
%   have, and behind 'ground'.

names = regexprep ({links.name}, '[.()'']', '_');
at = strcmp (names, 'ground');
names(at) = {'ground_'};
changed = struct ('name', names, 'line', {links.line});
urdf_check_names (file, changed, 'link');

end
