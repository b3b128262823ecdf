function text = sys_with_names (names, text)
%SYS_WITH_NAMES  A message of the core with the user's names behind rows and unknowns: g(2) 'loop'.
%   names is sys.names.

if ~isstruct (names)
    return
end
[words, last] = regexp (text, '(?<![A-Za-z_.''])([A-Za-z_]+)\((\d+)\)(?! '')', 'tokens', 'end');
for i = numel (words):-1:1
    own = sys_own_name (names, words{i}{1}, str2double (words{i}{2}));
    text = [text(1:last(i)), own, text(last(i) + 1:end)];
end

end
