function id = nodes (value)
%NODES  Nodes of a value, of constants, too.

if isobject (value)
    id = value.id;
else
    id = tape ('ADD', plain (value), int32 (0));
end

end
