function r = cosd (r)
r = cos (r * (pi / 180));
end
