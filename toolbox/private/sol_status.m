function word = sol_status (idid)
%SOL_STATUS  What became of a run, in one word.

switch idid
    case 0
        word = 'ok';
    case 1
        word = 'stopped';
    case 2
        word = 'event';
    case -1902
        word = 'interrupted';
    case -1909
        word = 'time is up';
    otherwise
        word = 'failed';
end

end
