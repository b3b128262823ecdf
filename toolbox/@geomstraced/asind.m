function r = asind (r)
r = asin (r) * (180 / pi);
end
