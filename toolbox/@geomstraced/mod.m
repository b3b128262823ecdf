function r = mod (a, b)
r = binary ('MOD', a, b);
end
