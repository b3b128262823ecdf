function r = isfinite (a)
r = abs (a) < Inf;
end
