function list = sys_roles ()
%SYS_ROLES  The one list of what geomssys understands, as a struct array.
%   name         as the user writes it
%   value        function, mass (matrix or function), switch, parameters, names, dims, derive,
%                pattern or text
%   mechanical   arguments of the function in the mechanical form, without those that it may take
%                besides; '' : not part of that form; '-' : part of it, and not a function
%   residual, native   the same for the other forms
%   letter       field of what 'model' returns, a letter of the papers
%   rows, columns   size of the result at one point, names of dims; columns '0': a vector
%
%   The letters, in the order of the blocks that the core wants:
%       M      mass matrix                       h, H, hIpart   nonholonomic constraint H Z v + h,
%       Z      p' = Z v                                         its Jacobian, its derivative without
%       f      forces                                           H Z v'
%       g, G   constraint and its Jacobian       b, d, c        right-hand side of r', auxiliary and
%       gI     its time derivative, in full                     contact equations
%       gIIpart   the next one without G Z v'    e              solution invariants

persistent kept
if ~isempty (kept)
    list = kept;
    return
end
table = {
    'mass',                   'mass',       't,p',     't,x', '',  'M',       'nv', 'nM'
    'kinematics',             'function',   't,p',     '',    '',  'Z',       'np', 'nv'
    'force',                  'function',   't,p,v',   '',    '',  'f',       'nv', '0'
    'constraint',             'function',   't,p',     '',    '',  'g',       'nl', '0'
    'constraintJacobian',     'function',   't,p',     '',    '',  'G',       'nl', 'np'
    'constraintVelocity',     'function',   't,p,v',   '',    '',  'gI',      'nl', '0'
    'constraintAcceleration', 'function',   't,p,v',   '',    '',  'gIIpart', 'nl', '0'
    'nonholonomic',           'function',   't,p,v',   '',    '',  'h',       'nm', '0'
    'nonholonomicJacobian',   'function',   't,p',     '',    '',  'H',       'nm', 'np'
    'nonholonomicAcceleration', 'function', 't,p,v',   '',    '',  'hIpart',  'nm', '0'
    'dynamics',               'function',   't,p,v,z', '',    '',  'b',       'nr', '0'
    'auxiliary',              'function',   't,p,v,z', '',    '',  'd',       'nw', '0'
    'contact',                'function',   't,p,z',   '',    '',  'c',       'ns', '0'
    'invariant',              'function',   't,p,v',   '',    '',  'e',       'ni', '0'
    'invariantGradient',      'function',   't,p,v',   '',    '',  '',        'ni', 'nvsp'
    'condition',              'function',   't,p,v',   '',    '',  '',        'nc', '0'
    'model',                  'function',   't,p,v',   '',    '',  '',        '',   ''
    'eom',                    'function',   '',        't,x', '',  '',        'm',  '0'
    'jac',                    'function',   '',        't,x', '',  '',        'm',  'n'
    'ivcond',                 'function',   '',        't,x', '',  '',        'nc', '0'
    'library',                'text',       '',        '',    '-', '',        '',   ''
    'symbol',                 'text',       '',        '',    '-', '',        '',   ''
    'dims',                   'dims',       '-',       '-',   '',  '',        '',   ''
    'vectorized',             'switch',     '-',       '-',   '',  '',        '',   ''
    'autonomous',             'switch',     '-',       '-',   '',  '',        '',   ''
    'parameters',             'parameters', '-',       '-',   '-', '',        '',   ''
    'derive',                 'derive',     '-',       '-',   '-',  '',        '',   ''
    'pattern',                'pattern',    '-',       '',    '',  '',        '',   ''
    'names',                  'names',      '-',       '-',   '-', '',        '',   ''};
list = cell2struct (table, {'name', 'value', 'mechanical', 'residual', 'native', 'letter', ...
    'rows', 'columns'}, 2);
kept = list;

end
