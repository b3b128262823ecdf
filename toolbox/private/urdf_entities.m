function text = urdf_entities (text, file, line)
%URDF_ENTITIES  The text with &lt; &gt; &amp; &quot; &apos; and characters by number, &#65; &#x41;.

if ~any (text == '&')
    return
end
parts = cell (1, 0);
rest = text;
while any (rest == '&')
    at = find (rest == '&', 1);
    to = at + find (rest(at + 1:end) == ';', 1);
    if isempty (to)
        to = numel (rest);
    end
    parts(end + 1:end + 2) = {rest(1:at - 1), meant(rest(at + 1:to), file, line)};
    rest = rest(to + 1:end);
end
text = [parts{:}, rest];

end

% of what stands between & and ;, with the latter
function c = meant (entity, file, line)
names = {'lt;', 'gt;', 'amp;', 'quot;', 'apos;'};
code = [];
if ~isempty (regexp (entity, '^#\d{1,7};$', 'once'))
    code = sscanf (entity, '#%d;');
elseif ~isempty (regexp (entity, '^#x[0-9A-Fa-f]{1,6};$', 'once'))
    code = sscanf (entity, '#x%x;');
elseif any (strcmp (entity, names))
    signs = '<>&"''';
    code = double (signs(strcmp (entity, names)));
end
if isempty (code) || code < 1 || code > 1114111 || any (code == 55296:57343)
    urdf_fail (file, line, 'geoms:urdf:syntax', ['''&%s'' is no entity of XML: & itself is ', ...
        'written &amp;.'], entity(1:min (end, 20)));
end
c = native2unicode (uint8 (utf_8 (code)), 'UTF-8');
end

function bytes = utf_8 (code)
if code < 128
    bytes = code;
    return
end
count = 1 + (code > 2047) + (code > 65535);    % of those that go on
lead = [192 224 240];
bytes = zeros (1, count + 1);
for i = count + 1:-1:2
    bytes(i) = 128 + mod (code, 64);
    code = floor (code / 64);
end
bytes(1) = lead(count) + code;
end
