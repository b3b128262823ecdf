function sys = rhs_system (sys)
%RHS_SYSTEM  The system with all its sizes, without a state from which they could be read.
%   In the mechanical form the number of positions is tried out where nothing tells it: it is the
%   one for which all functions return what they must.

if ~strcmp (sys.form, 'mechanical')
    sys.index = sys_index (sys.dims);
    return
end
counts = 1:100;
if ~isnan (sys.dims.np)
    counts = sys.dims.np;
elseif ~isnan (sys.dims.nv) && ~isfield (sys.functions, 'kinematics')
    counts = sys.dims.nv;
end
fitting = {};
for np = counts
    try
        fitting{end + 1} = measured (sys, np); %#ok<AGROW>
    catch e
        if numel (counts) == 1 && ~strncmp (e.identifier, 'geoms:', 6)
            rethrow (e);    % an error of the user's function
        end
        why = e.message;
    end
    if ~isempty (fitting) && np > fitting{1}.dims.np
        break    % the next number tells whether any would fit
    end
end
if numel (fitting) == 2
    why = sprintf ('they would take %d as well as %d positions', fitting{1}.dims.np, ...
        fitting{2}.dims.np);
end
if numel (fitting) ~= 1
    error ('geoms:rhs:sizes', ['The sizes of the system cannot be found by calling its ', ...
        'functions (%s): give them to geomssys, ''dims'', struct (''np'', ..., ''nl'', ...).'], why);
end
sys = fitting{1};

end

function sys = measured (sys, np)
sys.dims.np = np;
if isnan (sys.dims.nv) && ~any (isfield (sys.functions, {'kinematics', 'model'}))
    sys.dims.nv = np;
end
sys = sys_measure (sys, 0, struct (), @(n) 0.5 + 0.25 * sin ((1:n)'));
if isempty (sys.index)
    error ('geoms:rhs:sizes', 'p has another number of components');
end
end
