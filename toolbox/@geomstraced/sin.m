function r = sin (r)
r.id = tape ('SIN', r.id);
end
