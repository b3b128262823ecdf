function r = cos (r)
r.id = tape ('COS', r.id);
end
