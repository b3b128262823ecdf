function r = rem (a, b)
r = binary ('REM', a, b);
end
