function r = repmat (a, varargin)
%REPMAT  During a trace, numbers into which recorded ones may be written.

at = cell (1, 2);
count = [varargin{:}];
if numel (count) == 1
    count = [count, count];
end
for k = 1:max (numel (count), ndims (a))
    n = size (a, k);
    times = 1;
    if k <= numel (count)
        times = count(k);
    end
    at{k} = mod (0:n * times - 1, n) + 1;
end
r = a(at{:});
if isa (r, 'double') && geomstraced ('active')
    r = geomstraced ('constants', r);
end

end
