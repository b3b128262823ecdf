function r = tand (r)
r = tan (r * (pi / 180));
end
