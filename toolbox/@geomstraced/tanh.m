function r = tanh (r)
r.id = tape ('TANH', r.id);
end
