function r = uminus (r)
r.id = tape ('NEG', r.id);
end
