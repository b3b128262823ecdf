function r = rad2deg (r)
r = r * (180 / pi);
end
