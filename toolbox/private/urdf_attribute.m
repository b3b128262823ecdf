function text = urdf_attribute (doc, of, name)
%URDF_ATTRIBUTE  The text of an attribute that is needed.

text = '';
at = strcmp (doc.words{of}, name);
if any (at)
    text = strtrim (doc.values{of}{at});
end
if isempty (text)
    urdf_fail (doc.file, doc.line(of), 'geoms:urdf:missing', ...
        '%s needs the attribute ''%s'', which is missing or empty.', urdf_where (doc, of), name);
end

end
