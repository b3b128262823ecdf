function [described, recorded, closer, fixed] = derive_recorded (sys, t, at, fixed)
%DERIVE_RECORDED  The functions of a system on a new tape, which lives for as long as closer does.
%   See DERIVE_DESCRIBE; at is a state by name, t its time. fixed: which of the parameters are constants,
%   [] as few as possible; all of them where it is left out.

if nargin < 4
    fixed = true (size (derive_leaves (sys.parameters)));
end
closer = derive_tape ();
[described, recorded, fixed] = derive_describe (sys, t, derive_state (sys, at), fixed);

end
