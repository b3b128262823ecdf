function word = geoms_statusword (idid)
%GEOMS_STATUSWORD  What became of a run, in one word.

if idid == -1902
    word = 'interrupted';
elseif idid < 0
    word = 'failed';
elseif idid > 0
    word = 'stopped';
else
    word = 'ok';
end

end
