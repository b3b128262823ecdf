function r = sign (r)
r.id = tape ('SIGN', r.id);
end
