function refuse_switch ()
%REFUSE_SWITCH  Ends a trace where eq was called by a switch over a recorded value.

stack = dbstack ();
if numel (stack) < 3 || isempty (stack(3).file) && isempty (which (stack(3).name))
    return
end
if ~isempty (regexp (line_of (stack(3)), '\<(switch|case)\>', 'once'))
    refuse ('''switch'' over a value that depends on the unknowns: use if');
end

end

function text = line_of (place)
text = '';
file = place.file;
if isempty (file)
    file = which (strtok (place.name, '>'));
end
handle = fopen (file, 'r');
if handle < 0
    return
end
closer = onCleanup (@() fclose (handle));
for i = 1:place.line
    text = fgetl (handle);
end
if ~ischar (text)
    text = '';
end
end
