function [fcn, extra] = opt_function (opts, name, sys)
%OPT_FUNCTION  A function among the options as a handle, or [] if there is none.
%   [fcn, extra] = opt_function (opts, name, sys) also counts its arguments. In the mechanical form and
%   of trees it takes (t, p, v) and may take z and q after them, in the residual and the native form (t, x) and maybe
%   q; extra = [z, q], logical. EventAction always takes all of (t, p, v, z, ie) or (t, x, ie), and
%   maybe q.

fcn = [];
extra = [false, false];
if isfield (opts, name) && ~strcmp (opts.(name), 'none')
    fcn = opts.(name);
end
if ~isempty (fcn) && strcmp (name, 'OutputFcn')
    fcn = output_function (name, fcn);
end
if isempty (fcn) || nargin < 3
    return
end

mechanical = sys_by_name (sys);
if ~strcmp (name, 'EventAction')
    forms = {'t,x', 't,p,v'};
    [fcn, extra] = call_function (name, fcn, forms{1 + mechanical}, sys.has_parameters);
    return
end
forms = {'t,x,ie', 't,p,v,z,ie'};
form = forms{1 + mechanical};
[fcn, count] = call_handle (name, fcn, form);
more = count - 1 - sum (form == ',');
if more < 0 || more > sys.has_parameters
    error ('geoms:system:arity', ['''EventAction'' takes %s; it must take (%s), and ', ...
        'may take the parameters q at the end if the system has some.'], call_takes (count), form);
end
extra = [mechanical, more > 0];

end

% it may take varargin, as those of MATLAB do
function fcn = output_function (name, fcn)
[fcn, count] = call_handle (name, fcn, 't,y,word');
if count ~= 3 && ~(count < 0 && count >= -4)
    error ('geoms:system:arity', '''%s'' takes %s; it must take (t, y, word).', name, ...
        call_takes (count));
end
end
