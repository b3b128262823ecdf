function derive = sys_derive_off ()
%SYS_DERIVE_OFF  sys.derive of a system that is not derived.
%     wanted     whether hidden constraints and derivatives are to be derived from the functions
%     numbers    the derived system, as the gateway wants it; []: not yet
%     operations of its terms and of their derivatives;   seconds that it took

derive = struct ('wanted', false, 'numbers', [], 'operations', [0; 0], 'seconds', 0);

end
