function r = log2 (r)
r.id = tape ('LOG2', r.id);
end
