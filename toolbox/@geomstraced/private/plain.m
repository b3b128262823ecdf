function id = plain (a)
%PLAIN  Nodes of a value, or its numbers.

if isobject (a)
    id = a.id;
else
    id = double (full (a));
end

end
