function [D, found] = diff_ridders (fun, t, order)
%DIFF_RIDDERS  First or second derivative of a matrix function of t by extrapolated differences.
%   found    false if an entry is not known to about 5 digits: it jumps, or has no values beside t
%   Central differences with steps h, h/2, h/4, ... and Neville's scheme in h^2; each entry is that of
%   the table with the smallest difference to its neighbours (C. Ridders, Adv. Eng. Software 4, 1982).
%   Over many periods of an oscillation they agree by chance: the quotients of all smaller steps, and at
%   last of one between them, must confirm it.

middle = fun (t);
D = NaN (size (middle));
best = Inf (size (D));
agreed = zeros (size (D)); % steps since a quotient differed
most = zeros (size (D)); % of the function
found = isempty (D) || ~all (isfinite (middle(:)));
h = 0.43;
table = {};
for level = 1:30
    if found
        return
    end
    [raw, values, noise] = quotients (fun, t, h, middle, order);
    if all (isfinite (raw(:)))
        most = max (most, values);
        wrong = differ (raw, D, 0.5, most, noise);
        best(wrong) = Inf;
        agreed = (agreed + 1) .* ~wrong;
        [table, value, apart] = extrapolated (table, raw);
        better = apart < best;
        D(better) = value(better);
        best(better) = apart(better);
        scale = max (abs (D), most);
        done = best <= 1e-12 * scale | (best <= 1e-5 * scale & apart > 10 * best);
        found = all (done(:) & agreed(:) >= 3);
    else
        table = {}; % too far from t
    end
    if found
        [raw, ~, noise] = quotients (fun, t, 1.37 * h, middle, order);
        wrong = differ (raw, D, 0.1, most, noise);
        best(wrong) = Inf;
        found = ~any (wrong(:));
    end
    h = h / 2;
end

end

% values: the largest of the function; noise: what its rounding, and that of t, makes of a quotient
function [raw, values, noise] = quotients (fun, t, h, middle, order)
h = t - (t - ((t + h) - t));
plus = fun (t + h);
minus = fun (t - h);
values = max (abs (middle), max (abs (plus), abs (minus)));
change = abs (plus - middle) + abs (minus - middle);
noise = eps * (values + abs (t) / h * change) / h;
if order == 1
    raw = (plus - minus) / (2 * h);
else
    raw = ((plus - middle) + (minus - middle)) / h^2;
    noise = 4 * noise / h;
end
end

function yes = differ (raw, D, part, most, noise)
yes = abs (raw - D) > part * (abs (raw) + abs (D)) + 1e-3 * most + 10 * noise;
end

% one more row; of each entry the value with the smallest difference to its neighbours
function [table, value, apart] = extrapolated (table, raw)
row = {raw};
value = raw;
apart = Inf (size (raw));
for k = 1:min (numel (table), 7)
    row{k + 1} = row{k} + (row{k} - table{k}) / (4^k - 1);
    now = max (abs (row{k + 1} - row{k}), abs (row{k + 1} - table{k}));
    better = now < apart;
    value(better) = row{k + 1}(better);
    apart(better) = now(better);
end
table = row;
end
