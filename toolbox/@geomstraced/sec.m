function r = sec (r)
r = 1 ./ cos (r);
end
