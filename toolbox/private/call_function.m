function [fcn, extra] = call_function (name, value, form, has_parameters)
%CALL_FUNCTION  A user's function as a handle, and which trailing arguments it takes.
%   [fcn, extra] = call_function (name, value, 't,p,v', has_parameters)
%   extra = [z, q], logical. The functions of the mechanical form may take z, and must if their
%   form ends with z; those of a system with parameters may take q, which then stands last. So of
%   (t,p,v,...) with one argument more this is q if there are parameters, else z: where the text of
%   the function names it otherwise, that is an error.

[fcn, found] = call_handle (name, value, form);
if found < 0
    error ('geoms:system:arity', ['''%s'' must not take varargin: its arguments are counted. ', ...
        'Write @(%s) in front of it.'], name, form);
end
least = 1 + sum (form == ',');
must_take_z = form(end) == 'z';
may_take_z = ~must_take_z && ~any (form == 'x');

more = found - least;
if more < 0 || more > may_take_z + has_parameters
    error ('geoms:system:arity', '''%s'' takes %s; it must take (%s)%s%s.', name, ...
        call_takes (found), form, choose (may_take_z, ' and may take z after them', ''), ...
        choose (has_parameters, ' and the parameters q at the end', ...
        ' (q only if ''parameters'' is given)'));
end
extra = [must_take_z || more > has_parameters, more > 0 && has_parameters];
check_meaning (name, fcn, form, extra, has_parameters);

end

% the last argument of an anonymous function, against what it will get
function check_meaning (name, fcn, form, extra, has_parameters)
list = regexp (func2str (fcn), '^@\(([^)]*)\)', 'tokens', 'once');
if isempty (list)
    return
end
list = strtrim (regexp (list{1}, ',', 'split'));
last = list{end};
check_z (name, form, list{end - extra(2)}, extra(1));
is_q = any (strcmpi (last, {'q', 'par', 'param', 'params', 'parameter', 'parameters'}));
if extra(1) && ~extra(2) && is_q && ~has_parameters
    error ('geoms:system:arity', ['The last argument of ''%s'', %s, would get z (r, w, s, ', ...
        'lambda, mu), because the system has no parameters: give ''parameters'', or call it ', ...
        'z.'], name, last);
elseif extra(2) && strcmp (last, 'z')
    error ('geoms:system:arity', ['The last argument of ''%s'', z, would get the parameters, ', ...
        'which stand last: write @(%s,z,q).'], name, regexprep (form, ',z$', ''));
end
end

% the argument that gets z, if that is there, is called as if it got one of the unknowns
function check_z (name, form, word, there)
if there && any (strcmp (word, {'p', 'v', 'lambda', 'mu'}))
    form = regexprep (form, ',z$', '');
    error ('geoms:system:arity', ['''%s'' would get z, a struct with r, w, s, lambda and mu, in the place ', ...
        'of %s: it takes (%s) and then z. Write @(%s,z), and z.lambda for multipliers.'], name, word, ...
        form, form);
end
end

function text = choose (condition, yes, no)
if condition
    text = yes;
else
    text = no;
end
end
