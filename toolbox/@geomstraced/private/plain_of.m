function value = plain_of (value)
%PLAIN_OF  Recorded constants as numbers.

if isobject (value)
    value = numbers (value.id, 'a table');
end

end
