function levels = sys_levels (sys)
%SYS_LEVELS  What the gateway is to compare of a system, see CHECK_LEVELS_AGREE: whether g must not depend on t
%   at the start, whether gII and hI are given; [] where it cannot tell.

levels = [];
mechanical = strcmp (sys.form, 'mechanical');
if mechanical && sees_multipliers (sys)
    return
end
second = ~sys.reduced(ones (1, 2));
steady = false;
if mechanical
    lacking = sys_lacking (sys);
    second = [~any(strcmp ('constraintAcceleration', lacking) | strcmp ('gIIpart', lacking)), ...
        ~any(strcmp ('nonholonomicAcceleration', lacking) | strcmp ('hIpart', lacking))];
    steady = ~isfield (sys.functions, 'constraintVelocity') && ~any (strcmp ('gI', sys.terms));
end
levels = double ([steady, second]);

end

% what takes z might depend on multipliers that it must not see
function yes = sees_multipliers (sys)
extra = struct2cell (sys.extra);
extra = [false, extra{:}];
yes = sys.dims.nl + sys.dims.nm > 0 && any (extra(2:2:end));
end
