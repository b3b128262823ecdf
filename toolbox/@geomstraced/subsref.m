function r = subsref (r, s)
if numel (s) > 1 || ~strcmp (s(1).type, '()')
    refuse (sprintf ('''%s'' after a matrix of numbers', s(end).type));
end
list = places (s(1).subs);
r.id = r.id(list{:});
end
