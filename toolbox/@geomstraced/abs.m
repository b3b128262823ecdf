function r = abs (r)
r.id = tape ('ABS', r.id);
end
