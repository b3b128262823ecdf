function r = asin (r)
r.id = tape ('ASIN', r.id);
end
