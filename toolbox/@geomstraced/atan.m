function r = atan (r)
r.id = tape ('ATAN', r.id);
end
