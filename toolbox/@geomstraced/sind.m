function r = sind (r)
r = sin (r * (pi / 180));
end
