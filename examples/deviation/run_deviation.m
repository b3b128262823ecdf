function result = run_deviation (folder, steps, lambda0)
% RUN_DEVIATION  How forms of the equations of motion leave the constraints: Section 6, recomputed.
%   RESULT = RUN_DEVIATION (FOLDER, STEPS, LAMBDA0) integrates a body on the unit circle (DEVIATION_SYSTEM)
%   over [0, 5] with the trapezoidal rule in STEPS steps (default 1000) and in twice as many, from the
%   inconsistent initial values (37) of Steinbrecher, Preprint 742-02 (2002),
%
%       p = (0.0001, 1.0001),   v = (0.999, 0.001),   lambda = LAMBDA0 (default 0.0001)
%
%   in the forms uODE (19), EoM1 (20), EoM2 (21), EoM (1) and in the strangeness-free form (29), the latter
%   with two choices of its selectors. Algebraic equations are taken at the new time only, as there. It
%   prints Table 1 with measured entries, d-index and dimension of the solution manifold among them
%   (DEVIATION_DIMENSION), and, with FOLDER given and not empty, writes Figures 1 to 5 (figure1.png to
%   figure5.png) into FOLDER.
%
%   What to expect, with 1000 steps:
%
%   initial residuals  g = 2.0002e-4 and gI = 2.2e-3. The published gII = -1.3956e-3 belongs to
%            lambda = -0.0001; the printed 0.0001 gives -2.1958e-3. Both are printed
%   uODE     g quadratic, gI linear, gII constant, within 3.5e-5, 1.3e-5 and 1.3e-5 of the prediction, and
%            four times nearer with 2000 steps
%   EoM1     g linear, gI constant, within 2.6e-5 and 5.6e-6. That is h/2 gII(0): the first step still takes
%            in the inconsistent lambda, hence only half of it with 2000 steps. Counted from the first
%            step on they are within 1.5e-6 and four times nearer. gII below 4e-14
%   EoM2     g constant, within 5.8e-6: h/2 gI(0), likewise. lambda oscillates at every step, by 0.22,
%            and twice as much with 2000 steps. gI below 1e-14
%   EoM      lambda and v oscillate at every step, and the oscillation grows. A step of size h has the factor
%            1 + h^2/2 lambda along the circle: where |lambda| comes near 2/h^2 = 8e4, at t = 3.5, its
%            equations have no solution nearby, v runs away and the run ends. With 2000 steps that is
%            3.2e5, and reached sooner, at t = 2.9. g below 6e-15
%   sfEoM    all three levels below 2e-13, nothing oscillates. The motions with the two selectors differ
%            by 4e-6, because they lead from (37) to other consistent values. The publication switches
%            between the rows [1 0] and [0 1] at p1 = 1/2
%   dimension  5, 4, 3, 2 of uODE, EoM1, EoM2, EoM and 2 of sfEoM, d-index 0, 1, 2, 3 and 1; two further
%            systems, with other nf and nl, as the published formulas say, too
%
%   Derivatives by hand and functions that are called take 24 times as long.
%
%   The bright lines of p, v and lambda in the figures are the solution (36) from the consistent initial
%   values (35), 1e-3 beside (37).
%
%   RESULT has the fields start (gamma: the three initial residuals for lambda = 0.0001 and -0.0001, one
%   column each), runs (DEVIATION_RUN; second row: twice as many steps), found (DEVIATION_MEASURE) and
%   dimension (DEVIATION_DIMENSION).
%
%   Takes about 1 s.
%
%   See also DEVIATION_SYSTEM, DEVIATION_FORMS, DEVIATION_RUN, DEVIATION_MEASURE, DEVIATION_DIMENSION.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, folder = ''; end
if nargin < 2, steps = 1000; end
if nargin < 3, lambda0 = 1e-4; end
start = struct ('p', [0.0001; 1.0001], 'v', [0.999; 0.001], 'lambda', lambda0);
forms = deviation_forms ();

result.start.lambda = [1e-4 -1e-4];
for i = 1:2
    result.start.gamma(:, i) = initial_residuals (start, result.start.lambda(i));
end
fprintf ('\nInitial residuals        g         gI         gII\n\n');
fprintf ('  lambda = %7.4f  %10.4e %10.4e %11.4e\n', [result.start.lambda; result.start.gamma]);
for i = 1:numel (forms)
    result.runs(1, i) = deviation_run (forms(i), steps, start);
    result.runs(2, i) = deviation_run (forms(i), 2 * steps, start);
    result.found(i) = deviation_measure (result.runs(1, i), result.runs(2, i));
end
deviation_table (result.found, result.runs(1, :));
result.dimension = deviation_dimension ();
show_dimensions (result.dimension);
for run = result.runs(~cellfun (@isempty, {result.runs.why}))
    fprintf ('  %s, %d steps: %s\n', run.name, run.steps, run.why);
end

if ~isempty (folder)
    for i = 1:5
        file = fullfile (folder, sprintf ('figure%d.png', i));
        headline = sprintf ('%s, trapezoidal rule with %d steps from inconsistent initial values', ...
            forms(i).name, steps);
        if ~isempty (result.runs(1, i).why)
            headline = sprintf ('%s; ends at t = %g', headline, result.runs(1, i).reached);
        end
        deviation_figure (file, result.runs(1, i), headline);
        fprintf ('The picture: %s\n', file);
    end
end

end

function show_dimensions (list)
names = {'circle (34)', 'sphere', 'two rods'};
fprintf (['d-index, and dimension of the solution manifold: initial values that the linearised ', ...
    'equations leave free;\nin brackets as published\n\n  %-12s %10s   %-14s %-14s %-14s\n'], '', ...
    'd-index', names{:});
for f = list
    fprintf ('  %-12s %5d (%d)   %s\n', f.name, f.index(1), f.published_index, ...
        sprintf ('%4d (%2d)       ', [f.dimension; f.published]));
end
fprintf ('\n');
end

function gamma = initial_residuals (start, lambda)
sys = deviation_system ();
p = start.p;
v = start.v;
vdot = sys.functions.force (0, p, v) - 2 * p * lambda;
gamma = [p' * p - 1; 2 * p' * v; 2 * (v' * v) + 2 * p' * vdot];
end
