function yes = check_levels_agree (sys, core, tspan, t, x)
%CHECK_LEVELS_AGREE  Whether each level of the constraints is the derivative of the one below: all
%   comparisons of CHECK_LEVELS at once, as most systems need no more. false: it is not, or that cannot be
%   told so fast. t (1 x k), x (n x k): states of a run; t = []: x is the start.

yes = false;
if strcmp (sys.form, 'mechanical') && sees_multipliers (sys)
    return
end
second = ~sys.reduced(ones (1, 2));
steady = false;
if strcmp (sys.form, 'mechanical')
    lacking = sys_lacking (sys);
    second = [~any(strcmp ('constraintAcceleration', lacking) | strcmp ('gIIpart', lacking)), ...
        ~any(strcmp ('nonholonomicAcceleration', lacking) | strcmp ('hIpart', lacking))];
    steady = ~isfield (sys.functions, 'constraintVelocity') && ~any (strcmp ('gI', sys.terms));
end
yes = gate_call ('levels', core, tspan([1, end]), t, x, double ([steady, second]));

end

% what takes z might depend on multipliers that it must not see
function yes = sees_multipliers (sys)
extra = struct2cell (sys.extra);
extra = [false, extra{:}];
yes = sys.dims.nl + sys.dims.nm > 0 && any (extra(2:2:end));
end
