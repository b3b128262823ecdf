function text = tree_differs (a, b, names)
%TREE_DIFFERS  The first number in which two trees differ, TREE_NUMBERS_OF, as a text that says
%   what it is: 'arm.mass' is 1, not 2; or ''.
%   names    of bodies, loops, forces, couplings: those of sys.tree

text = '';
for field = {'gravity', 'bodies', 'loops', 'forces', 'bushings', 'couplings', 'coupled'}
    x = a.(field{1});
    y = b.(field{1});
    if ~isequal (size (x), size (y))
        text = sprintf ('the number of %s is %d, not %d', field{1}, size (x, 2), size (y, 2));
        return
    end
    at = find (x ~= y, 1);
    if ~isempty (at)
        text = sprintf ('%s is %.10g, not %.10g', name_of (field{1}, at, size (x, 1), ...
            {a.parameters, b.parameters}, names), x(at), y(at));
        return
    end
end
if isfield (a, 'own')    % not kept by earlier versions
    text = own_differ (a, b);
end

end

% the user's own parameters, which forces and laws get
function text = own_differ (a, b)
text = '';
mine = @(part) {part.parameters(cellfun ('isempty', {part.parameters.field})).name};
if ~isequal (mine (a), mine (b))
    text = 'parameters of its own have other names';
elseif ~isequal (a.own, b.own)
    at = find (a.own ~= b.own, 1);
    name = mine (a);
    text = sprintf ('''%s'' is %.10g, not %.10g', name{at}, a.own(at), b.own(at));
end
end

% of a parameter, or of what the number belongs to
function name = name_of (field, at, height, lists, names)
for i = 1:numel (lists)
    for j = 1:numel (lists{i})
        one = lists{i}(j);
        if strcmp (one.field, field) && one.at == at
            name = ['''', one.name, ''''];
            return
        end
    end
end
kinds = struct ('bodies', 'body', 'loops', 'joint', 'forces', 'force element', 'couplings', ...
    'coupling');
name = sprintf ('a number of ''%s''', field);
if isfield (kinds, field)
    list = names.(field);
    name = sprintf ('a number of the %s ''%s''', kinds.(field), list{ceil(at / height)});
end
end
