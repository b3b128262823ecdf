function text = geoms_withnames (names, text)
%GEOMS_WITHNAMES  A message of the core with the user's names behind rows and unknowns: g(2) 'loop'.
%   names is sys.names.

if ~isstruct (names)
    return
end
[words, last] = regexp (text, '(?<![A-Za-z_.''])([A-Za-z_]+)\((\d+)\)(?! '')', 'tokens', 'end');
for i = numel (words):-1:1
    own = geoms_ownname (names, words{i}{1}, str2double (words{i}{2}));
    text = [text(1:last(i)), own, text(last(i) + 1:end)];
end

end
