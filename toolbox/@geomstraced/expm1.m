function r = expm1 (r)
r.id = tape ('EXPM1', r.id);
end
