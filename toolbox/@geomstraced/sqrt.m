function r = sqrt (r)
r.id = tape ('SQRT', r.id);
end
