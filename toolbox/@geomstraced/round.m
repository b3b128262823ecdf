function r = round (r)
r.id = tape ('ROUND', r.id);
end
