function r = asec (r)
r = acos (1 ./ r);
end
