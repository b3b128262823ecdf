function moved = sol_moved (problem, x)
%SOL_MOVED  A given initial value that was corrected by more than rounding, or [].
%   moved has the fields name, from, to and others, the number of further ones. x is the state in which
%   the run began. Values may have been typed: those with 3 digits or more stand for all that round to
%   them, and the nearest consistent state is not farther away than that. 0.9, 1 and 2.5 are meant as
%   they are. What follows from positions that were typed explains velocities, too. Positions that the
%   description of bodies sketches count where they move by more than a tenth of their size, or of 1.

moved = [];
index = problem.sys.index;
at = [index.p, index.s, index.v, index.r];
at = at(problem.given(at));
if all (abs (x(at) - problem.x0(at)) <= 1e-9 * abs (problem.x0(at)))
    return
end
halves = half_units (problem.x0);
size_p = norm (problem.x0(index.p));
explained.p = norm (halves([index.p, index.s]));
explained.s = explained.p;
explained.v = norm (halves(index.v)) ...
    + norm (problem.x0(index.v)) * explained.p / (size_p + (size_p == 0));
explained.r = norm (halves(index.r));
told = zeros (0, 1);
by = [];
for block = {'p', 's', 'v', 'r'}
    all_of_it = reshape (index.(block{1}), [], 1);
    at = all_of_it(problem.given(all_of_it));
    d = abs (x(at) - problem.x0(at));
    largest = max ([abs(problem.x0(all_of_it, 1)); abs(x(all_of_it, 1)); 0]);
    wrong = d > 1.2 * explained.(block{1}) + 1e-9 * largest ...
        | (d > 0.01 * largest & d > 1.2 * halves(at));
    wrong = wrong & (d > 0.1 * max (abs (problem.x0(at)), 1) | ~problem.sketched(at));
    told = [told; at(wrong)]; %#ok<AGROW>
    by = [by; d(wrong) / (largest + (largest == 0))]; %#ok<AGROW>
end
if isempty (told)
    return
end
[~, first] = max (by);
at = told(first);
moved = struct ('name', sys_unknown_name (problem.sys, at), 'from', problem.x0(at), 'to', x(at), ...
    'others', numel (told) - 1);

end

% half a unit of the last digit of numbers with 3 to 15 digits; 0 of all others
function halves = half_units (x)
halves = zeros (size (x));
for i = find (isfinite (x) & x ~= 0)'
    digits = 1;
    while digits < 16 && str2double (sprintf ('%.*e', digits - 1, x(i))) ~= x(i)
        digits = digits + 1;
    end
    if digits >= 3 && digits < 16
        halves(i) = 0.5 * 10 ^ (floor (log10 (abs (x(i)))) + 1 - digits);
    end
end
end
