function [identifier, text] = error_told (e)
%ERROR_TOLD  Identifier of an error, and its message with the places that it came through.

identifier = e.identifier;
text = e.message;
for i = 1:numel (e.stack)
    text = sprintf ('%s < %s:%d', text, e.stack(i).name, e.stack(i).line);
end

end
