function r = isinf (a)
r = abs (a) == Inf;
end
