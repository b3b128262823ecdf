function [described, recorded, closer] = derive_recorded (sys, t, at)
%DERIVE_RECORDED  The functions of a system on a new tape, which lives for as long as closer does.
%   See DERIVE_DESCRIBE; at is a state by name, t its time.

gate_call ('tapebegin', 5e6);
closer = onCleanup (@() gate_call ('tapeend'));
cleaner = derive_shadows (); %#ok<NASGU>
x = zeros (sys_unknowns (sys.dims), 1);
for block = fieldnames (sys.index)'
    x(sys.index.(block{1})) = at.(block{1});
end
x(isnan (x)) = 0;
[described, recorded] = derive_describe (sys, t, x);

end
