function r = log10 (r)
r.id = tape ('LOG10', r.id);
end
