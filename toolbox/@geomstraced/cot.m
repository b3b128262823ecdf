function r = cot (r)
r = 1 ./ tan (r);
end
