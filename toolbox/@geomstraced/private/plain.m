function id = plain (a)
%PLAIN  Nodes of a value, or its numbers.

if isobject (a)
    id = a.id;
elseif isa (a, 'double') && isreal (a)
    id = full (a);
elseif islogical (a) || ischar (a)
    id = double (full (a));
elseif isnumeric (a) && ~isreal (a)
    refuse ('a complex number: write real and imaginary part');
else
    refuse (sprintf ('a value of class %s beside one that depends on the unknowns: write double (...)', class (a)));
end

end
