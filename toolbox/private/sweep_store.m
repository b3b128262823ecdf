function out = sweep_store (what, number, k, entry)
%SWEEP_STORE  The entries of sweeps that are under way, so that Ctrl-C does not lose them.
%   number = sweep_store ('open', count); sweep_store ('put', number, k, entry); entries = sweep_store
%   ('take', number) forgets them: a cell with [] where there is none yet, or [] if they were taken.

persistent list
out = [];
switch what
    case 'open'
        list{end + 1} = cell (1, number);
        out = numel (list);
    case 'put'
        list{number}{k} = entry;
    case 'take'
        if number <= numel (list)
            out = list{number};
            list = list(1:number - 1);    % and those of sweeps inside of it
        end
end

end
