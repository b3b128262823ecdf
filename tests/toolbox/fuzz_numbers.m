function x = fuzz_numbers (x)
%FUZZ_NUMBERS  Numbers of a file, damaged: bits, values, places, lengths; see fuzz_case.

for i = 1:malformed_draw ({1, 1, 1, 2, 4})
    k = numel (x);
    if k == 0
        return
    end
    at = malformed_draw (k);
    if malformed_draw () < 0.3
        at = malformed_draw (min (k, 40));    % headers stand in front
    end
    x = damaged (x, k, at);
end

end

function x = damaged (x, k, at)
other = malformed_draw (k);
few = at:min (at + malformed_draw (6), k);
switch malformed_draw (13)
    case {1, 2, 3}
        x(at) = with_other_bit (x(at));
    case 4
        x(at) = malformed_draw ({NaN, Inf, -Inf, 0, -1, 1e300, -1e300, 1e-300, 2^31, 2^53, -2^31, 0.5, 1e9});
    case {5, 6}
        x(at) = x(at) + malformed_draw ({1, -1, 2, -2, 17});
    case {7, 8}
        x(at) = x(other);
    case 9
        x([at, other]) = x([other, at]);
    case 10
        x(few) = 0;
    case 11
        x = shortened (x, k, 1:at);
    case 12
        x = shortened (x, k, [1:at, few, at + 1:k]);
    case 13
        x = shortened (x, k, [1:at - 1, at + 1:k]);
end
end

% with the places `rest` alone; what told the length tells the new one, now and then
function x = shortened (x, k, rest)
is_length = x == k;
if ~isvector (x)
    x = x(:, rem (rest(rest <= size (x, 2)) - 1, size (x, 2)) + 1);
    return
end
if malformed_draw () < 0.7
    x(is_length) = numel (rest);
end
x = x(rest);
end

function number = with_other_bit (number)
if ~isa (number, 'double')
    return
end
bytes = typecast (number, 'uint8');
at = malformed_draw (8);
bytes(at) = bitxor (bytes(at), uint8 (2^(malformed_draw (8) - 1)));
number = typecast (bytes, 'double');
end
