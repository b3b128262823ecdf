function D = geoms_ridders (fun, t, order)
%GEOMS_RIDDERS  First or second derivative of a matrix function of t by extrapolated differences.
%   Steps h, h/2, h/4, ... and Neville's scheme in h^2; each entry is that of the table with the smallest
%   difference to its neighbours: C. Ridders, Adv. Eng. Software 4 (1982).

count = 8;
h = 0.1 * max (1, abs (t));
middle = fun (t);
best = Inf (size (middle));
D = zeros (size (middle));
row = cell (1, count);
for i = 1:count
    before = row;
    if order == 1
        row{1} = (fun (t + h) - fun (t - h)) / (2 * h);
    else
        row{1} = (fun (t + h) - 2 * middle + fun (t - h)) / h^2;
    end
    for k = 2:i
        row{k} = row{k - 1} + (row{k - 1} - before{k - 1}) / (4^(k - 1) - 1);
        apart = max (abs (row{k} - row{k - 1}), abs (row{k} - before{k - 1}));
        better = apart < best;
        D(better) = row{k}(better);
        best(better) = apart(better);
    end
    h = h / 2;
end
end
