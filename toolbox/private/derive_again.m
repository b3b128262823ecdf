function sys = derive_again (sys)
%DERIVE_AGAIN  A system that is to be derived anew, if it is to be derived at all: sys.derive.wanted.

if ~strcmp (sys.form, 'mechanical')
    return
end
wanted = sys.derive.wanted;
sys.derive = sys_derive_off ();
sys.derive.wanted = wanted;
if ~strcmp (wanted, 'off')
    sys.derive.status = 'waiting';
    sys.derive.number = next_number ();
end
sys.has = [];
sys.reduced = ~isempty (sys_lacking (sys));

end

% two of them, for systems that are read from files
function number = next_number ()
persistent last
if isempty (last)
    last = 0;
end
last = last + 1;
number = [last, now()];
end
