function r = log1p (r)
r.id = tape ('LOG1P', r.id);
end
