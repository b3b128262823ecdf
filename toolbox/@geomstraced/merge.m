function r = merge (mask, a, b)
if ~isobject (mask) && numel (mask) == 1
    list = {b, a};
    r = list{1 + logical(mask)};
    return
end
[list, r] = joined ({mask, a, b});
r.id = tape ('SELECT', list{:});
end
