function geoms_checklevels (sys, core, tspan, x)
%GEOMS_CHECKLEVELS  Compares each level of the constraints with differences of the level below.
%   Once, at the start x, in a few directions that are always the same. A wrong hidden constraint or
%   Jacobian is an error; it would otherwise show as a failure of the integration, or not at all.

if sys.autonomous
    need_autonomous (sys, core, tspan, x);
end
span = abs (tspan(end) - tspan(1));
if strcmp (sys.form, 'residual')
    geoms_checkresidual (sys, core, tspan(1), span, x);
elseif sys.dims.nl > 0
    geoms_checkmechanical (sys, core, tspan, x);
end

end

% the same values at other times
function need_autonomous (sys, core, tspan, x)
t = tspan(1) + [0, 0.31, 0.71] * (tspan(end) - tspan(1));
fcn = core.eom;
if strcmp (sys.form, 'mechanical')
    fcn = core.blocks;
    x = x([sys.index.p, sys.index.v, sys.index.lambda]);
end
y = fcn (t, x(:, [1 1 1]));
change = max (abs (y(:, 2:3) - y(:, [1 1])), [], 2);
if any (change > 1e-10 * (1 + abs (y(:, 1))))
    error ('geoms:system:autonomous', ['The system is described as autonomous, but its ', ...
        'functions depend on t (they change by %.3g): leave ''autonomous'' out.'], max (change));
end
end
