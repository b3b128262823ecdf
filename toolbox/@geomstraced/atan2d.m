function r = atan2d (a, b)
r = atan2 (a, b) * (180 / pi);
end
