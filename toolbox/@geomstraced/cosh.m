function r = cosh (r)
r.id = tape ('COSH', r.id);
end
