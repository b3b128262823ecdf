function text = urdf_read (file)
%URDF_READ  The text of a file in UTF-8 (or Latin-1, if it is none), without a byte order mark.

if ~ischar (file) || size (file, 1) ~= 1
    error ('geoms:urdf:file', 'geomstree: ''urdf'' must be the name of a file, not %s.', ...
        check_described (file));
end
id = -1;
if exist (file, 'dir') ~= 7
    id = fopen (file, 'r');
end
if id < 0
    error ('geoms:urdf:file', 'geomstree: the file ''%s'' cannot be read.', file);
end
closer = onCleanup (@() fclose (id));
bytes = fread (id, [1 Inf], '*uint8');
if isequal (bytes(1:min (end, 3)), [239 187 191])
    bytes = bytes(4:end);
end
try
    text = native2unicode (bytes, 'UTF-8');
catch e %#ok<NASGU> % it is not; each byte is a character then
    text = native2unicode (bytes, 'ISO-8859-1');
end
text = reshape (text, 1, []);

end
