function keeper = derive_tape ()
%DERIVE_TAPE  A new tape, which is there until keeper is cleared. What a trace before has left is gone.

gate_call ('tapebegin', 5e6);
keeper = onCleanup (@ended);
geomstraced ('call', @geoms_mex);
geomstraced ('parameters', Inf);

end

% no input is a parameter any more
function ended ()
gate_call ('tapeend');
geomstraced ('parameters', Inf);
end
