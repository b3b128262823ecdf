function r = diff (r)
n = numel (r.id);
if min (size (r.id)) == 1
    r.id = tape ('SUB', r.id(2:n), r.id(1:n - 1));
else
    r.id = tape ('SUB', r.id(2:end, :), r.id(1:end - 1, :));
end
end
