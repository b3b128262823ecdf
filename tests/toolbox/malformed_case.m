function [outcome, text, seconds] = malformed_case (target, number)
%MALFORMED_CASE  One malformed call, always the same for the same name and number.
%   outcome    'accepted', or the identifier of the error; text: its message; seconds: of computing time
%   malformed_case ('geoms', 17)
%   What is written goes into the present folder: in MALFORMED_CAMPAIGN one that is removed.

list = malformed_targets ();
at = find (strcmp (target, list(:, 1)));
malformed_draw ('seed', 1000003 * at + 7919 * number);
call = list{at, 2} ();
values = call.list;
for i = 1:malformed_draw ({1, 1, 1, 2, 3})
    values = malformed_spoil (values);
end
if ~iscell (values)
    values = {values};
end
text = '';
outcome = 'accepted';
watch = cputime ();
out = cell (1, call.outputs);
try
    [out{:}] = call.fcn (values{:});
catch e
    [outcome, text] = error_told (e);
end
seconds = cputime () - watch;
call.after ();

end
