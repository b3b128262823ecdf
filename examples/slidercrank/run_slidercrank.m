function result = run_slidercrank (file, extent)
% RUN_SLIDERCRANK  Loops as DAEs or by coordinate partitioning: a published comparison, recomputed.
%   RESULT = RUN_SLIDERCRANK (FILE, EXTENT) integrates the slider crank of SLIDERCRANK_SYSTEM with the
%   formulations of Kurz, Burkhardt, Eberhard (Multibody Dynamics 2011) and with psf and psi1, at RelTol
%   1e-3 and AbsTol 1e-6, over 40 s and 300 s. It prints
%
%       their Table 1: milliseconds to build the system, the description in .m and all that GEOMSSYS
%           does, beside their modelling time, which is that of symbolic formulas; seconds of
%           computing time; the ratio of processor time to that of the analytical model beside the
%           published ratio; accepted steps; evaluations of the equations; largest violation of the
%           constraints on position, velocity and acceleration level over all output points; relative
%           error of the energy and error of the crank angle [rad] at the end
%       the same from bodies: SLIDERCRANK_BODIES in the place of the equations
%       the same with ode45, ode15s and ode15i of MATLAB or Octave and GEOMSRHS, as it was published
%       the published findings, one by one: whether these runs show them, and with which numbers
%       two slips in the published equations, (28) and (31), by numbers: SLIDERCRANK_SIGNS
%
%   and, with FILE given and not empty, draws the violation on position level over time, as in their
%   Figure 3, into a PNG file. EXTENT is
%
%       'standard'   GEOMS over 40 s and 300 s, the other solvers over 40 s     some two minutes
%       'short'      all over 5 s                                              some ten seconds
%       'full'       the other solvers over 300 s too, for at most 60 s of processor time each, and
%                    SLIDERCRANK_SWEEP: other tolerances, work and precision, ratios of time
%                                                                              three quarters of an hour
%
%   What to expect: the violation of the DAE forms grows faster than time. They do not end before 300 s,
%   as was published, but with ode15s and ode15i the violation is soon as large as the mechanism and the
%   run worthless; radau5 takes smaller steps and loses less. SVD and QR give the same motion - where the
%   constraints have full rank GEOMS computes both from the same factors - and drift least of those that
%   pass no singular position; psf and projected partitions stay at rounding. With x or alpha as
%   independent coordinate the steps do meet singular positions, and the mechanism comes to rest: at this
%   tolerance that was no matter of chance. The tolerance is a coarse one: after 300 s the crank angles
%   of dopri5, that of the analytical model included, are wrong by many turns. From bodies
%   the motion is that of the equations, over 300 s in a fortieth to a hundredth of the time, because
%   all is evaluated in C; but at this tolerance dopri5 is so far off that rounding alone sends two
%   runs apart, within 300 s by turns. From bodies, SVD and QR may no longer be told from a fixed
%   partition by their times, and the analytical model, whose torque is a function of .m, is the
%   slowest of all. Building takes 2 ms from equations, 6 ms from bodies.
%
%   RESULT.runs is a struct array, see SLIDERCRANK_RUN, with the field tend beside; RESULT.findings one
%   with the fields text, shows and numbers; RESULT.signs: SLIDERCRANK_SIGNS; 'full': RESULT.sweep.
%
%   Takes about 110 s.
%
%   See also SLIDERCRANK_SYSTEM, SLIDERCRANK_BODIES, SLIDERCRANK_CUTS, SLIDERCRANK_SWEEP,
%   SLIDERCRANK_FINDINGS, SLIDERCRANK_SIGNS.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, extent = 'standard'; end
spans = struct ('standard', {{[40 300], 40}}, 'short', {{5, 5}}, 'full', {{[40 300], [40 300]}});
if ~isfield (spans, extent)
    error ('geoms:example:extent', 'The extent must be ''standard'', ''short'' or ''full''.');
end
spans = spans.(extent);

result = struct ('runs', [], 'findings', [], 'signs', [], 'sweep', []);
list = slidercrank_contenders ();
for tend = spans{1}
    result.runs = [result.runs, table(list, tend, 'geoms', 'functions'), ...
        table(list, tend, 'geoms', 'bodies')];
end
for tend = spans{2}
    result.runs = [result.runs, table(list(~cellfun (@isempty, {list.host})), tend, 'host', ...
        'functions')];
end
result.findings = slidercrank_findings (result.runs);
result.signs = slidercrank_signs ();
if strcmp (extent, 'full')
    result.sweep = slidercrank_sweep ();
end
if ~isempty (file)
    write_picture (file, [1060 420 * numel(spans{1})], @() draw (result.runs, spans{1}));
    fprintf ('The picture: %s\n', file);
end

end

function runs = table (list, tend, solver, style)
titles = struct ('geoms', 'GEOMS', 'host', 'ode45, ode15s, ode15i with GEOMSRHS');
from = struct ('functions', 'equations', 'bodies', 'bodies');
fprintf ('\nSlider crank, %g s, RelTol 1e-3, AbsTol 1e-6, %s, from %s\n\n', tend, ...
    titles.(solver), from.(style));
fprintf ('  %-24s %8s %9s %8s %6s %9s %7s %8s  %-26s %8s %9s\n', '', 'build/ms', 'published', ...
    'seconds', 'ratio', 'published', 'steps', 'evals', '  violation: pos, vel, acc', 'energy', 'angle');
runs = [];
published = find ([40 300] == tend);
for who = list
    found = slidercrank_run (who, tend, [1e-3 1e-6], solver, style, 60);
    found.tend = tend;
    runs = [runs, found]; %#ok<AGROW>
    ratio = found.cpu / runs(1).cpu;
    if ~isempty (found.why)
        ratio = NaN;
    end
    told = '-';
    modelled = strrep (sprintf ('%.0f', 1e3 * who.paper(1)), 'NaN', '-');
    if ~isempty (published) && ~isnan (who.paper(published + 1))
        told = sprintf ('%.2f', who.paper(published + 1) / list(1).paper(published + 1));
    end
    line = sprintf ('  %-24s %8.1f %9s %8.2f %6.2f %9s %7d %8d  %-26s %8.1e %9.1e', found.name, ...
        1e3 * found.build, modelled, found.seconds, ratio, told, found.steps, found.evaluations, ...
        sprintf ('%9.1e', found.violation), found.energy, found.angle);
    fprintf ('%s\n', strrep (line, 'NaN', '  -'));
    if ~isempty (found.why)
        fprintf ('      ended at t = %.4g s: %s\n', found.reached, found.why);
    end
end
end

% Figure 3: violation on position level, one curve per formulation; dash-dotted: ode15s
% and ode15i
function draw (runs, spans)
colors = [0.8 0.2 0.1; 0.9 0.6 0.1; 0.5 0.3 0.6; 0.9 0.4 0.7; 0.3 0.6 0.8; 0.5 0.5 0.5; 0 0 0
    0.1 0.7 0.3; 0 0.5 0.2; 0 0.35 0.7; 0.4 0.8 0.9; 0.3 0.2 0.1; 0.8 0.2 0.1; 0.9 0.6 0.1];
lines = {'-', '-', '-', '-', '-', '--', '-', '--', '-', '-', '--', '-', '-.', '-.'};
for i = 1:numel (spans)
    subplot (numel (spans), 1, i);
    solver = {runs.solver};
    drawn = [runs.tend] == spans(i) & ~strcmp (solver, 'ode45') ...
        & ~strcmp ({runs.name}, 'analytical') & strcmp ({runs.style}, 'functions');
    those = runs(drawn);
    names = {those.name};
    for j = 1:numel (those)
        [t, drift] = thinned (those(j), spans(i));
        semilogy (t, drift, lines{j}, 'color', colors(j, :), 'linewidth', 1.5);
        hold on
        if ~strcmp (those(j).solver, 'geoms')
            names{j} = sprintf ('%s, %s', names{j}, those(j).solver);
        end
    end
    legend (names, 'location', 'eastoutside');
    axis ([0 spans(i) 1e-17 10]);
    set (gca, 'ytick', 10.^(-16:2:0), 'yminortick', 'off', 'yminorgrid', 'off');
    grid on
    xlabel ('time [s]');
    ylabel ('violation on position level [m]');
    title (sprintf ('Slider crank, RelTol 1e-3, %g s', spans(i)));
end
end

% the largest one in each of 150 parts of the time: what oscillates would fill the picture
function [t, drift] = thinned (found, tend)
part = min (floor (found.t / tend * 150), 149) + 1;
drift = accumarray (part(:), found.drift(1, :)', [150 1], @max, NaN);
t = ((1:150)' - 0.5) * tend / 150;
t = t(~isnan (drift));
drift = max (drift(~isnan (drift)), 1e-17);
end
