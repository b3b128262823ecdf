function list = geoms_roles ()
%GEOMS_ROLES  The one list of what geomssys understands, as a struct array.
%   name         as the user writes it
%   value        function, mass (matrix or function), switch, parameters, names or dims
%   mechanical   arguments of the function in the mechanical form; '' : not part of that form
%   residual     the same for the residual form; '-' : part of it, and not a function
%   letter       field of what 'model' returns
%   rows, columns   size of the result at one point, names of dims; columns '0': a vector

table = {
    'mass',                   'mass',       't,p',   't,x', 'M',       'nv', 'nv'
    'force',                  'function',   't,p,v', '',    'f',       'nv', '0'
    'constraint',             'function',   't,p',   '',    'g',       'nl', '0'
    'constraintJacobian',     'function',   't,p',   '',    'G',       'nl', 'np'
    'constraintVelocity',     'function',   't,p,v', '',    'gI',      'nl', '0'
    'constraintAcceleration', 'function',   't,p,v', '',    'gIIpart', 'nl', '0'
    'model',                  'function',   't,p,v', '',    '',        '',   ''
    'eom',                    'function',   '',      't,x', '',        'm',  '0'
    'jac',                    'function',   '',      't,x', '',        'm',  'n'
    'ivcond',                 'function',   '',      't,x', '',        'nc', '0'
    'dims',                   'dims',       '-',     '-',   '',        '',   ''
    'vectorized',             'switch',     '-',     '-',   '',        '',   ''
    'autonomous',             'switch',     '-',     '-',   '',        '',   ''
    'parameters',             'parameters', '-',     '-',   '',        '',   ''
    'names',                  'names',      '-',     '-',   '',        '',   ''};
list = cell2struct (table, {'name', 'value', 'mechanical', 'residual', 'letter', 'rows', ...
    'columns'}, 2);

end
