function r = atand (r)
r = atan (r) * (180 / pi);
end
