function refuse_switch (a, b)
%REFUSE_SWITCH  Ends a trace where eq was called by a switch over a recorded value.

stack = dbstack ();
if numel (stack) < 3 || isempty (stack(3).file) && isempty (which (stack(3).name))
    return
end
if ~isempty (regexp (line_of (stack(3)), '\<(switch|case)\>', 'once'))
    for value = {a, b}
        if isobject (value{1})
            freeze (reshape (value{1}.id, [], 1), false);
        end
    end
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
