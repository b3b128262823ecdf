function r = deg2rad (r)
r = r * (pi / 180);
end
