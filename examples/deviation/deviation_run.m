function run = deviation_run (who, steps, start)
% DEVIATION_RUN  One form, integrated over [0, 5] with the trapezoidal rule, and its residuals.
%   RUN = DEVIATION_RUN (WHO, STEPS, START) integrates WHO, an entry of DEVIATION_FORMS, in STEPS steps
%   from START, a struct with the fields p, v and lambda, which are taken as they are. RUN has the fields
%
%       name, kept, steps, t, p, v, lambda
%       residual    g, gI, gII, one row each, at all times
%       predicted   what Section 3 of Steinbrecher (2002) says of them:
%
%           gamma (t) = gamma (0) + gamma' (0) t + gamma'' (0) t^2 / 2,   and its derivatives,
%
%                   where those derivatives are zero that the form contains, and all above
%       restarted   the same from the first step on: there the inconsistent v and lambda, which the
%                   trapezoidal rule takes in once, are gone; NaN before
%       reached     the last time; before 5 if the equations of a step could not be solved
%       why         the reason for that, otherwise ''
%
%   Newton's method goes on to rounding: nothing of its error is seen in the residuals.
%
%   See also RUN_DEVIATION, DEVIATION_FORMS, DEVIATION_TABLE.

tend = 5;
opts = geomsset ('Formulation', who.form, 'Method', 'trapezoidal', 'Step', ...
    tend / steps, 'Initial', 'assume', 'Project', 'off', 'Dense', 'off', 'RelTol', 1e-12, 'AbsTol', ...
    1e-12, 'NewtonTol', 1e-3, 'MaxNewton', 50, who.options{:});
before = warning ('off', 'all');
restore = onCleanup (@() warning (before));
sol = geoms (deviation_system (), [0 tend], start, opts);
r = sol.residual;
run = struct ('name', who.name, 'kept', who.kept, 'steps', steps, 't', sol.t, 'p', sol.p, 'v', ...
    sol.v, 'lambda', sol.lambda, 'residual', [r.position; r.velocity; r.acceleration], ...
    'predicted', [], 'restarted', [], 'reached', sol.t(end), 'why', '');
run.predicted = prediction (run, 1);
run.restarted = prediction (run, 2);
if sol.info.idid < 0
    run.why = sol.info.message;
end

end

% from the residuals at time number `from`
function gamma = prediction (run, from)
c = run.residual(:, from);
c(min ([run.kept, 4]):end) = 0;
t = run.t - run.t(from);
gamma = [c(1) + c(2) * t + c(3) * t.^2 / 2; c(2) + c(3) * t; c(3) + 0 * t];
gamma(:, 1:from - 1) = NaN;
end
