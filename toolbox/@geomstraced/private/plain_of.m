function value = plain_of (value, what)
%PLAIN_OF  Recorded constants as numbers.

if isobject (value)
    value = numbers (value.id, what);
end

end
