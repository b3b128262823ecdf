function r = sech (r)
r = 1 ./ cosh (r);
end
