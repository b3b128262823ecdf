function r = atan2 (a, b)
r = binary ('ATAN2', a, b);
end
