function word = sol_status (idid)
%SOL_STATUS  What became of a run, in one word.

code = gate_code (idid);
switch code.name
    case 'OK'
        word = 'ok';
    case 'STOPPED'
        word = 'stopped';
    case 'EVENT'
        word = 'event';
    case 'INTERRUPTED'
        word = 'interrupted';
    case 'TIME_IS_UP'
        word = 'time is up';
    otherwise
        word = 'failed';
end

end
