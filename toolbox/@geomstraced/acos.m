function r = acos (r)
r.id = tape ('ACOS', r.id);
end
