function r = cbrt (a)
r = sign (a) .* abs (a) .^ (1 / 3);
end
