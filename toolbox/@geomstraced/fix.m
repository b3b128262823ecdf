function r = fix (r)
r.id = tape ('FIX', r.id);
end
