function check_levels_compare (identifier, what, found, expected, noise, scale, advice, where, own)
%CHECK_LEVELS_COMPARE  Raises an error if a derivative is not the one of the level below.
%   found, expected: what the function gives and what differences give, row by row; scale: size of
%   the terms that make up each row, or a function that returns it and what rounding makes of the
%   differences beside `noise`, called where there is a doubt; where: at which state; own: what the
%   user calls row i, own (i), may be left out. Rows that are not finite and real cannot be judged,
%   nor what lies below 1e-10, where terms that cancel leave rounding.

if isa (scale, 'function_handle')
    terms = scale;
    scale = 0;
    if ~isempty (first_bad (found, expected, noise, scale))
        [scale, rounding] = terms ();
        noise = noise + rounding;
    end
end
bad = first_bad (found, expected, noise, scale);
if ~isempty (bad)
    name = '';
    if nargin > 8
        name = own (bad);
    end
    error (identifier, '%s, row %d%s, is %.9g %s; differences of the level below give %.9g. %s', ...
        what, bad, name, found(bad), where, expected(bad), advice);
end

end

function bad = first_bad (found, expected, noise, scale)
limit = 1e-4 * (scale + abs (found) + abs (expected)) + 20 * noise + 1e-10;
bad = find (abs (found - expected) > limit & imag (found) == 0 & imag (expected) == 0, 1);
end
