function derive = sys_derive_off ()
%SYS_DERIVE_OFF  sys.derive of a system that is not derived.
%     wanted     'auto', 'on' or 'off', as geomssys was told; 'auto' is 'off' in MATLAB
%     status     'off'; 'waiting' for sizes or a state; 'recorded': hidden constraints and derivatives are
%                derived from the functions, which a run does not call; 'refused': they are called
%     reason, identifier    why it was refused, or ''
%     levels     functions of GEOMSSYS that need not be given, because they were derived
%     frozen     parameters that were recorded as constants, as 'q.n', 'q.k(2)': with others geomssys
%                records anew
%     untested   decisions that were not seen both ways when what was recorded was compared
%     operations of its terms and of their derivatives;   seconds that it took
%     number     of its own, see DERIVE_RECALL
%     kept       [], or a struct with program.numbers, the derived system as the gateway wants it,
%                of which program.nq numbers of the parameters are inputs, all or none, and stamp, what it was derived from, see DERIVE_STAMP

derive = struct ('wanted', 'off', 'status', 'off', 'reason', '', 'identifier', '', ...
    'levels', {{}}, 'frozen', {{}}, 'untested', {{}}, 'operations', [0; 0], 'seconds', 0, 'number', [], 'kept', []);

end
