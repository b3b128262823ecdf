function out = derive_busy (yes)
%DERIVE_BUSY  Whether a system is being derived: its functions may describe other systems and run them.
%   keeper = derive_busy (true) says so until keeper is cleared, also by an error or Ctrl-C.

persistent busy
if nargin == 0
    out = ~isempty (busy) && busy;
else
    busy = yes;
    out = [];
    if yes
        out = onCleanup (@() derive_busy (false));
    end
end

end
