function r = ceil (r)
r.id = tape ('CEIL', r.id);
end
