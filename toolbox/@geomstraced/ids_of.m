function id = ids_of (r)
%IDS_OF  The nodes of recorded numbers.

id = r.id;
end
