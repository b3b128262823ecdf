function r = nthroot (a, n)
if isobject (n) || mod (n, 2) ~= 1
    r = a .^ (1 ./ n);
else
    r = sign (a) .* abs (a) .^ (1 / n);
end
end
