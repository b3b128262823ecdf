function r = acsc (r)
r = asin (1 ./ r);
end
