function r = exp (r)
r.id = tape ('EXP', r.id);
end
