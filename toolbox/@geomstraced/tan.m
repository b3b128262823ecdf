function r = tan (r)
r.id = tape ('TAN', r.id);
end
