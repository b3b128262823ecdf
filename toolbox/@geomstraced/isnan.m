function r = isnan (a)
r = a ~= a;
end
