function r = acosh (a)
r = log1p (a - 1 + sqrt ((a - 1) .* (a + 1)));
end
