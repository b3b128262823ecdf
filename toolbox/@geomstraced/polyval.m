function r = polyval (c, x)
r = 0 * x;
for i = 1:numel (c)
    if isobject (c)
        k = subsref (c, struct ('type', '()', 'subs', {{i}}));
    else
        k = c(i);
    end
    r = r .* x + k;
end
end
