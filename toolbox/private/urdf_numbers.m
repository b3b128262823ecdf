function values = urdf_numbers (doc, of, name, count, default)
%URDF_NUMBERS  The numbers in an attribute, as a row; default where element 0 or the attribute is not
%   there, [] if it is needed.

if of == 0 || ~any (strcmp (doc.words{of}, name)) && ~isempty (default)
    values = default;
    return
end
text = urdf_attribute (doc, of, name);
parts = regexp (text, '[^\s]+', 'match');
good = ~cellfun ('isempty', regexp (parts, '^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$', 'once'));
values = str2double (parts);
good = good & isfinite (values);
if numel (parts) ~= count || ~all (good)
    why = '';
    if ~isempty (strfind (text, '${')) %#ok<STREMP>
        why = ' ${...} is xacro: expand the file first, xacro FILE.xacro > FILE.urdf.';
    end
    urdf_fail (doc.file, doc.line(of), 'geoms:urdf:number', ...
        '''%s'' of %s must be %d number(s), not ''%s''.%s', name, urdf_where (doc, of), count, ...
        text(1:min (end, 60)), why);
end

end
