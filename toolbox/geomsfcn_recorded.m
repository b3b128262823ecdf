%GEOMSFCN_RECORDED  What can be recorded of a function, what cannot, and what to write instead.
%   With 'derive' of GEOMSSYS functions are not called during a run: each is called a few times with
%   recorded numbers in the place of t, p, v, z, and what it does with them is kept as expressions.
%   Hidden constraints, Jacobians and the run itself come from these.
%
%   Recorded are
%     operators, + - * / \ ^ .* ./ .^ ' and relations, elementary functions, powers, abs, sign, floor,
%     mod, min, max, atan2, hypot; sums, products, cumulative ones, means, norms, dot, cross, kron,
%     trapz, diff, polyval, inv, det, A \ b with up to 24 equations: from 4 on without exchange of rows,
%     so that what is eliminated with must not come close to 0 on the way
%     indices, ranges and sizes that are known, end, masks that are known, y(y < 0) = 0; arrays of any
%     dimension, cells, structs, handles, subfunctions, arrayfun, cellfun, bsxfun, repmat, reshape
%     if, while, && and || over the unknowns: all ways through the function are recorded. There may be
%     256, with 12 decisions each. A way that ends in an error of your own, as that of a guard, is a
%     state that cannot be evaluated
%     tables: interp1, spline, pchip, ppval with known tables, at unknown places (in a constraint or a
%         map not by lines: they have kinks)
%     library functions of known numbers, whichever they are
%
%   Values that are constant when the function is recorded stay what they are: numbers, global
%   variables, files that it reads, tables that it keeps (persistent). The functions themselves are
%   called at the ends of a few steps; where they return something else than was recorded the warning
%   geoms:derive:differs tells it. A function that returns other values at each call (rand, now, tic,
%   counters) is refused. One that changes only after very many calls is not noticed: say
%   'derive', 'off'. What a function prints, writes or counts it does not print, write or count in a
%   run that does not call it.
%
%   Refused are, with the line          Write instead
%     y = [0; 0; 0]; y(2) = p(1)          y = zeros (3, 1); y(2) = p(1), or y = [0; 0; 0] + zeros (3, 1)
%     M(1, 1) = 2; M(1, 2) = cos (p(1))   M = zeros (2); before it
%     switch over an unknown              if, elseif
%     for x = p'                          for i = 1:numel (p), x = p(i);
%     for i = 1:p(1), 0:0.1:p(1)          a known range, with (i <= p(1)) .* as a factor
%     T(ceil (p(1))), T(1 + (t > 2))      interp1 (x, T, p(1), 'previous'), or if
%     sum (d(d > 0)), F(i) = k * d(i)     sum ((d > 0) .* d), F = (d > 0) .* (k * d)
%     d(find (d > 0)), sort, unique       the same; max, min, if
%     [m, i] = max (p)                    max (p), or if
%     while abs (step) > 1e-9             a fixed number of steps of Newton; or the root as an unknown
%                                         w of 'auxiliary'
%     fzero, fsolve                       the same
%     integral, quad, ode45               an unknown r of 'dynamics', or a sum at fixed points
%     eig, svd, qr, chol, expm, null      what it comes to by sin, cos, sqrt; A \ b
%     norm (A), A \ b, not square         norm (A, 'fro'), (A' * A) \ (A' * b)
%     complex numbers, 1i * p(1)          real and imaginary part
%     single, int32 and other classes     double; round, floor, fix
%     erf, gamma, besselj, interp2        a series, a table and interp1
%     fprintf, sprintf, num2str           an OutputFcn; disp of words
%     class (p)                           isa (p, 'double'), isnumeric (p)
%     values of the last call             an unknown, r of 'dynamics'
%   A refusal inside of your own try and catch is one, too.
%
%   By default ('auto') such a function is called as before, and sys.derive.reason says why; with
%   'derive', 'on' it is an error. The identifiers are geoms:derive:refused for what cannot be recorded and geoms:derive:check where
%   what was recorded has other values than the function.
%
%   Example: a ball on a floor that is a spring; the way with contact and the one without
%       force = @(t,p,v) -9.81 + (p < 0) .* max (-1e3 * p - 5 * v, 0);
%       sys = geomssys ('mass', 1, 'force', force);
%       sol = geoms (sys, [0 2], struct ('p', 1));
%       sol.stats.callbacks                   % 0
%
%   See also GEOMSSYS, GEOMSFCN_FORCE.
