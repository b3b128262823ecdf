function [fcn, extra] = geoms_function (name, value, form, has_parameters)
%GEOMS_FUNCTION  A user's function as a handle, and which trailing arguments it takes.
%   [fcn, extra] = geoms_function (name, value, 't,p,v', has_parameters)
%   extra = [z, q], logical. The functions of the mechanical form may take z, those of a system with
%   parameters may take q, which then stands last.

if ischar (value)
    value = str2func (value);
end
if ~isa (value, 'function_handle')
    error ('geoms:system:type', ['''%s'' must be a function handle @(%s) or the name of a ', ...
        'function, not a %s.'], name, form, class (value));
end
fcn = value;
least = 1 + sum (form == ',');
takes_z = ~any (form == 'x');
found = count_arguments (name, fcn, form);

more = found - least;
if more < 0 || more > takes_z + has_parameters
    error ('geoms:system:arity', '''%s'' takes %d arguments; it must take (%s)%s%s.', name, ...
        found, form, choose (takes_z, ' and may take z after them', ''), ...
        choose (has_parameters, ' and the parameters q at the end', ...
        ' (q only if ''parameters'' is given)'));
end
extra = [more > has_parameters, more > 0 && has_parameters];

end

function count = count_arguments (name, fcn, form)
try
    count = nargin (fcn);
catch e
    error ('geoms:system:arity', ['The number of arguments of ''%s'' cannot be found (%s). ', ...
        'Write @(%s) in front of it.'], name, e.message, form);
end
if count < 0
    error ('geoms:system:arity', ['''%s'' must not take varargin: its arguments are counted. ', ...
        'Write @(%s) in front of it.'], name, form);
end
end

function text = choose (condition, yes, no)
if condition
    text = yes;
else
    text = no;
end
end
