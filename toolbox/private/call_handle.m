function [fcn, count] = call_handle (name, value, form)
%CALL_HANDLE  A user's function, given as handle or text, as a handle; its number of arguments.
%   [fcn, count] = call_handle ('force', value, 't,p,v'); count is what nargin tells

fcn = value;
if ischar (value) && size (value, 1) == 1 && ndims (value) == 2
    fcn = of_text (name, value);
end
if ~isa (fcn, 'function_handle')
    error ('geoms:system:type', ['''%s'' must be a function handle @(%s) or the name of a ', ...
        'function, not a %s of size %d x %d.'], name, form, class (value), size (value, 1), size (value, 2));
end
try
    count = nargin (fcn);
catch e
    text = func2str (fcn);
    if text(1) ~= '@' && ~any (exist (text) == [2 3 5 6 103]) %#ok<EXIST>
        no_function (name, ['@', text]);
    end
    error ('geoms:system:arity', ['The number of arguments of ''%s'' cannot be found (%s). ', ...
        'Write @(%s) in front of it.'], name, e.message, form);
end

end

function fcn = of_text (name, text)
fcn = [];
try
    if strncmp (text, '@', 1) || any (exist (text) == [2 3 5 6 103]) %#ok<EXIST>
        maker = evalin ('base', '@(text) str2func (text)'); % no name of the toolbox's own is meant
        fcn = maker (text);
    end
catch e
    error ('geoms:system:type', '''%s'' is ''%s'', which is no function (%s).', name, text, e.message);
end
if isempty (fcn)
    no_function (name, ['''', text, '''']);
end
end

function no_function (name, text)
error ('geoms:system:type', ['''%s'' is %s, but there is no function of this name: check its ', ...
    'spelling and the path.'], name, text);
end
