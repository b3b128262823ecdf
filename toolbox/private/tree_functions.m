function table = tree_functions (table, list)
%TREE_FUNCTIONS  The functions of time of a tree as mex/gateway/trees.c reads them.
%   list        of TREE_ADD_FUNCTION, as one part
%   Signals are numbered from 1, one for each component: table.motions (1 x bodies) has the first of
%   each driven body, force_signals (3 x forces) and gravity_signals (3 x 1) those of components,
%   couplings(2, :) that of the offset. breaks and coefs have cubics of tables (splines, twice
%   differentiable), [] where table.functions, a struct array with name, fcn, rows among the 3 x
%   signals values, and rates, has a handle; signal_names says what each is of. rates is [], or of a
%   handle that gives h alone [h; h'; h''], recorded: see TREE_RECORD_SIGNALS.

table.motions = zeros (1, size (table.bodies, 2));
table.force_signals = zeros (3, size (table.forces, 2));
table.gravity_signals = zeros (3, 1);
last = cumsum (list.table(4, :) - list.table(3, :) + 1);
breaks = cell (1, max ([0, last]));
coefs = breaks;
places = cell (size (list.names));
table.signal_names = cell (size (breaks));
for i = 1:numel (list.names)
    kind = list.table(1, i);
    number = list.table(2, i);
    rows = list.table(3, i):list.table(4, i);
    at = last(i) - numel (rows) + (1:numel (rows));
    switch kind
        case 1
            table.gravity_signals(rows) = at;
        case 2
            table.motions(number) = at(1);
        case 3
            table.force_signals(rows, number) = at;
        otherwise
            table.couplings(2, number) = at;
    end
    table.signal_names(at) = list.names(i);
    fcn = list.more{i};
    if isstruct (fcn)
        [breaks(at), coefs(at)] = cubics (fcn);
        continue
    end
    breaks(at) = {zeros(1, 0)};
    coefs(at) = {zeros(4, 0)};
    places{i} = 3 * (at - 1) + 1;
    if kind == 2 || kind == 4
        places{i} = [places{i}, places{i} + 1, places{i} + 2];
    end
end
table.breaks = breaks;
table.coefs = coefs;
handles = ~cellfun ('isempty', places);
table.functions = struct ('name', list.names(handles), 'fcn', list.more(handles), 'rows', ...
    places(handles), 'rates', []);

end

% of each row: c0 + c1 s + c2 s^2 + c3 s^3
function [breaks, coefs] = cubics (fcn)
count = size (fcn.values, 1);
breaks = cell (1, count);
coefs = cell (1, count);
for i = 1:count
    [breaks{i}, c] = unmkpp (spline (fcn.t, fcn.values(i, :)));
    coefs{i} = [fliplr(c), zeros(size (c, 1), 4 - size (c, 2))]';
    breaks{i} = reshape (breaks{i}, 1, []);
end
end
