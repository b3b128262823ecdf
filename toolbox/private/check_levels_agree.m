function yes = check_levels_agree (found, expected, noise, scale)
%CHECK_LEVELS_AGREE  Whether derivatives are those of the level below, of many states at once.
%   The arguments of CHECK_LEVELS_COMPARE, which tells what is wrong.

limit = 1e-4 * (scale + abs (found) + abs (expected)) + 20 * noise + 1e-10;
yes = ~any (any (abs (found - expected) > limit & imag (found) == 0 & imag (expected) == 0));

end
