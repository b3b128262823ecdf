function inside = plot_inside (t, span)
%PLOT_INSIDE  Which times are within [from, to], and those next to it, so that curves reach the border.

inside = t >= span(1) & t <= span(2);
first = find (inside, 1);
last = find (inside, 1, 'last');
if isempty (first)    % between two times
    first = find (t > span(1) == (t(end) > t(1)), 1);
    last = first - 1;
end
inside([max(1, first - 1):last, first:min(end, last + 1)]) = true;

end
