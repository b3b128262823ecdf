function r = known_flags (r)
%KNOWN_FLAGS  Recorded 0 and 1 as true and false, if all of them are constants.

[known, values] = tape_values (r.id);
if all (known(:))
    r = logical (values);
end

end
