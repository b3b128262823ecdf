function [sys, x0] = chain_of_links (n)
%CHAIN_OF_LINKS  n points of mass 1, each at a distance of 1 from the one before, the first from the
%   origin, let go in a horizontal position; derived.

force = @(t,p,v) reshape ([zeros(1, n); -9.81 * ones(1, n)], [], 1);
sys = geomssys ('mass', ones (2 * n, 1), 'force', force, 'constraint', @(t,p) links (p, n), 'derive', 'on');
x0 = struct ('p', reshape ([1:n; zeros(1, n)], [], 1));

end

function g = links (p, n)
x = p(1:2:end);
y = p(2:2:end);
g = (x - [0; x(1:n - 1)]).^2 + (y - [0; y(1:n - 1)]).^2 - 1;
end
