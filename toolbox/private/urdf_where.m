function text = urdf_where (doc, of)
%URDF_WHERE  An element in words, for messages: <link 'arm'>, <mass>.

text = sprintf ('<%s>', doc.name{of});
at = strcmp (doc.words{of}, 'name');
if any (at)
    text = sprintf ('<%s ''%s''>', doc.name{of}, doc.values{of}{at});
end

end
