function r = not (r)
r.id = tape ('NOT', r.id);
r = known_flags (r);
end
