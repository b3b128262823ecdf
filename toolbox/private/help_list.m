function list = help_list ()
%HELP_LIST  All identifiers, sorted: identifier, kind, text, remedy, see GEOMSHELP.
%   From the status codes of the core, the calls of error and warning in the toolbox, and HELP_WRITTEN,
%   whose words go before those of the toolbox.

persistent found
if ~isempty (found)
    list = found;
    return
end
codes = gate_call ('codes');
list = struct ('identifier', {codes.identifier}, 'kind', 'run', 'text', {codes.text}, ...
    'remedy', {codes.remedy});
for more = {help_written(), help_sources()}
    new = more{1};
    new = new(~ismember ({new.identifier}, {list.identifier}));
    list = [list, struct('identifier', {new.identifier}, 'kind', {new.kind}, 'text', {new.text}, ...
        'remedy', '')]; %#ok<AGROW>
end
[~, order] = sort ({list.identifier});
list = list(order);
found = list;

end
