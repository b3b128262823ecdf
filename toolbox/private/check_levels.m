function check_levels (sys, core, tspan, x)
%CHECK_LEVELS  Compares each level of the constraints with differences of the level below.
%   Once, at the start x and at a state beside it, in a few directions that are always the same. A
%   wrong hidden constraint or Jacobian is an error; it would otherwise show as a failure of the
%   integration, or not at all. What is 0 at both states is compared along the run, see
%   CHECK_LEVELS_ALONG.

x(isnan (x)) = 0;
if sys_derived (sys)
    check_derived (sys, core, tspan, x);
    return
elseif sys_in_c (sys) && ~strcmp (sys.form, 'native')
    return    % the core has made all levels
elseif pattern_large (sys)
    return
end
whole = ~strcmp (sys.form, 'tree');
if ~whole
    [sys, x] = sys_user_part (sys, x);
    core = gate_system (sys);
end
agree = check_levels_agree (core, tspan, [], x);
invariant = whole && sys.dims.ni > 0;    % a part of a tree does not know the motion
if agree && ~invariant
    return
end
if strcmp (sys.form, 'native')
    [handle, keeper] = gate_probe (core, tspan, x); %#ok<ASGLU>
    core = gate_native_functions (sys, core, handle);
end
if ~agree
    look_closer (sys, core, tspan, x);
end
if invariant
    check_levels_invariant (sys, core, tspan, x);
end

end

% one comparison after the other: the first that fails is told
function look_closer (sys, core, tspan, x)
if sys.autonomous
    check_autonomous (sys, core, tspan, x);
end
if ~strcmp (sys.form, 'mechanical')
    check_levels_residual (sys, core, tspan, x);
elseif sys.dims.nl + sys.dims.nm + sys.dims.ni > 0
    check_levels_mechanical (sys, core, tspan, x);
end
end

% invariants are no level that follows from others
function check_derived (sys, core, tspan, x)
if sys.dims.ni == 0
    return
end
[handle, keeper] = gate_probe (core, tspan, x); %#ok<ASGLU>
core = gate_native_functions (sys, core, handle);
if isfield (sys.functions, 'invariantGradient') && ~isempty (core.jac)
    check_gradient (sys, core, diff_point (sys, tspan(1), x, 2));
end
check_levels_invariant (sys, core, tspan, x);
end

% the one that is given beside the one that was derived
function check_gradient (sys, core, point)
try
    given = call_at (sys, 'invariantGradient', point.t, point.x);
catch
    return    % not defined there
end
J = core.jac (point.t, point.x);
row = sys_rows (sys.dims);
derived = J(row.e, [sys.index.v, sys.index.s, sys.index.p]);
check_size ('invariantGradient', given, size (derived), 'geoms:system:size');
bad = find (abs (given - derived) > 1e-9 * (1 + abs (derived)), 1);
if ~isempty (bad)
    [i, j] = ind2sub (size (derived), bad);
    error ('geoms:check:gradient', ['''invariantGradient'' (%d,%d) is %.9g %s; the derivative of the ', ...
        'invariant is %.9g. It must be de/d[v; s; p], ni x (nv + ns + np).'], i, j, given(bad), ...
        point.where, derived(bad));
end
end

% the same values at other times
function check_autonomous (sys, core, tspan, x)
t = tspan(1) + [0, 0.31, 0.71] * (tspan(end) - tspan(1));
point = diff_point (sys, tspan(1), x, 1);
x = point.x;
fcn = core.eom;
if strcmp (core.form, 'mechanical')
    fcn = core.blocks;
end
y = fcn (t, x(:, [1 1 1]));
change = max (abs (y(:, 2:3) - y(:, [1 1])), [], 2);
if any (change > 1e-10 * (1 + abs (y(:, 1))))
    error ('geoms:system:autonomous', ['The system is described as autonomous, but its ', ...
        'functions depend on t (they change by %.3g): leave ''autonomous'' out.'], max (change));
end
end
