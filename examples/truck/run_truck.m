function result = run_truck (file, tolerances, list)
% RUN_TRUCK  Solvers for constrained mechanical systems beside each other on a truck.
%   RESULT = RUN_TRUCK (FILE, TOLERANCES, LIST) integrates the Eich-Soellner/Fuehrer truck of
%   TRUCK_SYSTEM, with its linear and with its pneumatic spring, over 20 s with all of LIST (default
%   TRUCK_CONTENDERS (), or some of its elements) and TOLERANCES (default 1e-3 ... 1e-8). It prints the
%   table of GEOMSCOMPARE, where the errors are those of p and v at the ends of all steps ('steps') and at
%   10 and 20 s ('times'), how far its reference is from TRUCK_REFERENCE, and what an error of 1e-3, 1e-4,
%   1e-5 costs. With FILE given and not empty it draws error against computing time into a PNG file.
%
%   It recomputes Example 4.2 and Figure 8 of Steinbrecher (2007) with formulations and methods of this
%   toolbox in the place of the codes there, and with another truck: of the one in the paper (seven bodies,
%   eleven coordinates) no parameters are available. RUN_TRUCK_BODIES has its bodies, with own parameters.
%
%   All have the same RelTol and AbsTol, but AbsTol of the multipliers is 1e5 times as large, as they are.
%   With one AbsTol for all, lambda(1) alone would determine the steps of the implicit methods: psf takes
%   186 steps in the place of 50 at 1e-7 with radau5, 1139 in the place of 377 with bdf. The same error
%   would cost 1.4 to 3.5 times as many evaluations with radau5, up to 4.5 times as many with bdf; the
%   explicit methods do not control multipliers.
%
%   What to expect: the spring makes no difference. With radau5 all formulations take the same steps (14 or
%   15 at 1e-3, 68 to 70 at 1e-8, index3 56), with the same errors (index3 at 1e-8 2.5 times as large). The
%   Jacobians of psf and psi1 are derived from the equations of motion and cost no evaluation: an error of
%   1e-3 takes 120 to 140 of them, with the others 420 to 530. What differs besides is what they keep: psf
%   everything to rounding, index1 is off by 1e-3 in its positions at 1e-3. bdf needs half the evaluations
%   of radau5 for an error of 1e-3 with index1 and ggl (230), but asks for one at a time and takes as long;
%   for 1e-5 it needs three quarters and takes half as long again, because its higher orders do not bear the
%   vibration of the wheels (59/s, little damped) with large steps. The explicit methods are bounded by the
%   fastest decay (76/s): never fewer than 450 steps (mexax 1000), at 1e-3 as at 1e-5, and six to twenty
%   times the time of the implicit ones (mexax twenty to thirty times).
%
%   The functions are recorded, and the integration itself costs 0.3 ms at 1e-3 and 1 ms at 1e-8 with radau5,
%   5 to 70 ms with the explicit methods; a call of geoms takes 20 ms more. At 1e-6 psf takes 0.2 s with
%   derivatives by hand and functions that are called, 0.04 s recorded; with dopri5 4.2 s and 0.07 s. Both
%   tables and the picture take half a minute; with functions that are called ten minutes.
%
%   RESULT has an element for each spring with the fields spring, runs (see GEOMSCOMPARE), reference, and
%   error, its largest difference to TRUCK_REFERENCE in p and v at 10 and 20 s.
%
%   Takes about 13 s.
%
%   See also RUN_TRUCK_BODIES, TRUCK_SYSTEM, TRUCK_CONTENDERS, TRUCK_REFERENCE, GEOMSCOMPARE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2 || isempty (tolerances), tolerances = 10.^(-3:-1:-8); end
if nargin < 3, list = truck_contenders (); end
if ~isstruct (list)
    error ('geoms:example:list', 'LIST must be some of truck_contenders (), not a %s.', class (list));
end

springs = {'linear', 'pneumatic'};
result = struct ('spring', springs, 'runs', [], 'reference', [], 'error', []);
for i = 1:2
    fprintf ('\nTruck, %s spring, [0, 20], errors of p and v, at the steps and at 10 and 20 s\n', ...
        springs{i});
    [sys, x0] = truck_system (springs{i});
    [runs, reference] = geomscompare (sys, [0 10 20], x0, 'Contenders', {list.pair}, ...
        'Tolerances', tolerances, 'AbsTol', struct ('p', 1, 'v', 1, 'lambda', 1e5), ...
        'Options', geomsset ('MaxSteps', 1e6, 'MaxWallTime', 60), 'Plot', 'off');
    e = abs (geomsval (reference, [10 20]) - truck_reference (springs{i}));
    result(i).runs = runs;
    result(i).reference = reference;
    result(i).error = max (max (e(3:20, :)));
    fprintf ('\n  The reference differs from truck_reference by %.1e.\n', result(i).error);
    truck_costs (runs, list);
end
if ~isempty (file)
    panels = struct ('runs', {result.runs}, 'work', 'seconds', 'axis', [1e-4 1 1e-9 1e-1], ...
        'title', strcat ('Truck,', {' '}, springs, ' spring, [0, 20]'));
    write_picture (file, [1180 520], @() truck_draw (panels, list));
    fprintf ('The picture: %s\n', file);
end

end
