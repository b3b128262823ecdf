function r = cross (a, b)
i = [2 3 1];
k = [3 1 2];
if numel (a) == 3 && numel (b) == 3
    if size (a, 1) ~= size (b, 1)
        a = reshape (a, [], 1);
        b = reshape (b, [], 1);
    end
    r = index (a, i) .* index (b, k) - index (a, k) .* index (b, i);
elseif size (a, 1) == 3
    r = index (a, i, ':') .* index (b, k, ':') - index (a, k, ':') .* index (b, i, ':');
else
    r = index (a, ':', i) .* index (b, ':', k) - index (a, ':', k) .* index (b, ':', i);
end
end

% inside of methods parentheses are those of the struct
function r = index (r, varargin)
if isobject (r)
    r = subsref (r, struct ('type', '()', 'subs', {varargin}));
else
    r = r(varargin{:});
end
end
