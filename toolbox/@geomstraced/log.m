function r = log (r)
r.id = tape ('LOG', r.id);
end
