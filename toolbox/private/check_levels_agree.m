function yes = check_levels_agree (core, tspan, t, x)
%CHECK_LEVELS_AGREE  Whether each level of the constraints is the derivative of the one below: all
%   comparisons of CHECK_LEVELS at once, as most systems need no more. false: it is not, or that cannot be
%   told so fast. t (1 x k), x (n x k): states of a run; t = []: x is the start. core: see GATE_SYSTEM.

yes = ~isempty (core.levels) && gate_call ('levels', core, tspan([1, end]), t, x, core.levels);

end
