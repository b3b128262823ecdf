function r = sinh (r)
r.id = tape ('SINH', r.id);
end
