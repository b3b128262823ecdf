function r = acot (r)
r = atan (1 ./ r);
end
