function text = sys_own_name (names, letter, i)
%SYS_OWN_NAME  What the user calls unknown or row i of a block, quoted behind a blank, or ''.
%   names is sys.names; letter one of w, lambda, mu, r, v, s, p, of a row d, g, gI, gII, h, hI, b, c,
%   f_dyn (or f, fdyn), f_kin (or fkin). Constraints are called as their multipliers, equations as the
%   unknowns that they determine.

owner = {'w', {'d'}; 'lambda', {'g', 'gI', 'gII', 'gIIpart', 'G'}; ...
    'mu', {'h', 'hI', 'hIpart', 'H'}; 'r', {'b'}; ...
    'v', {'f_dyn', 'f', 'fdyn', 'M'}; 's', {'c'}; 'p', {'f_kin', 'fkin', 'Z'}};
text = '';
block = letter;
at = find (cellfun (@(letters) any (strcmp (letter, letters)), owner(:, 2)));
if ~isempty (at)
    block = owner{at, 1};
end
if isstruct (names) && isfield (names, block) && i >= 1 && i <= numel (names.(block))
    list = names.(block);
    text = sprintf (' ''%s''', list{i});
end

end
