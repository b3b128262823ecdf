function r = coth (r)
r = 1 ./ tanh (r);
end
