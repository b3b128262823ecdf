function sys = sys_mark (sys)
%SYS_MARK  The system with a digest of all its fields in sys.mark, from which CHECK_SYSTEM sees that it
%   is what geomssys has returned. Functions are not in it: of these only that they are there.

sys.mark = gate_call ('digest', sys);

end
