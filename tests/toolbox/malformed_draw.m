function x = malformed_draw (n, seed)
%MALFORMED_DRAW  Random numbers, the same ones in every program: s -> 16807 s mod 2^31 - 1.
%   k = malformed_draw (n)          a whole number from 1 to n
%   x = malformed_draw ()           a number between 0 and 1
%   x = malformed_draw (list)       an element of a cell
%   malformed_draw ('seed', seed)   begins the sequence of a seed (a whole number)

persistent s
if isempty (s)
    s = 1;
end
prime = 2147483647;
if nargin == 2
    s = mod (seed, prime - 1) + 1;
    for i = 1:5
        s = mod (16807 * s, prime);
    end
    return
end
s = mod (16807 * s, prime);
x = s / prime;
if nargin == 1 && iscell (n)
    x = n{1 + floor(numel(n) * x)};
elseif nargin == 1
    x = 1 + floor (n * x);
end

end
