function r = floor (r)
r.id = tape ('FLOOR', r.id);
end
