function r = csc (r)
r = 1 ./ sin (r);
end
