function number = urdf_child (doc, of, name, needed)
%URDF_CHILD  The element <name> in an element, 0 if there is none; two of them are an error, as is
%   none if it is needed.

list = doc.children{of};
list = list(strcmp (doc.name(list), name));
if numel (list) > 1
    urdf_fail (doc.file, doc.line(list(2)), 'geoms:urdf:twice', ['%s has a second <%s>; the first ', ...
        'stands in line %d.'], urdf_where (doc, of), name, doc.line(list(1)));
elseif isempty (list) && needed
    urdf_fail (doc.file, doc.line(of), 'geoms:urdf:missing', '%s has no <%s>.', ...
        urdf_where (doc, of), name);
end
number = sum (list);

end
