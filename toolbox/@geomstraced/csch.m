function r = csch (r)
r = 1 ./ sinh (r);
end
