function r = not (r)
r.id = tape ('NOT', r.id);
end
