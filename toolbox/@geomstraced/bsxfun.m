function r = bsxfun (f, a, b)
if ischar (f)
    f = str2func (f);
end
r = f (a, b);
end
