function r = acosd (r)
r = acos (r) * (180 / pi);
end
