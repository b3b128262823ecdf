function [symbol, q] = geomsexport (sys, file, varargin)
%GEOMSEXPORT  Writes a system as a file in C, which is compiled with one line, or as readable .m.
%   GEOMSEXPORT (SYS, 'model.c') writes what was derived of a system, see 'derive' of GEOMSSYS, as a file
%   in C99: M, Z, f, g, ..., hidden constraints and all derivatives. It needs a compiler and
%   geoms_model.h, and nothing else:
%
%       cc -O2 -fPIC -shared -ffp-contract=off -I FOLDER model.c -o model.so -lm
%
%   FOLDER = GEOMSEXPORT ('include') is where geoms_model.h lies: mex/core/include of the sources, include
%   of an installed package.
%
%       sys = geomssys ('library', fullfile (pwd, 'model.so'), 'symbol', 'model');
%
%   Terms and derivatives have the bits of the system that was exported (with -ffp-contract=off), so
%   that runs take the same steps. They are computed two to five times as fast, and runs take a tenth to
%   a fifth less time.
%
%   Parameters are one vector, the numbers in the fields in their order, which 'parameters' gives.
%
%   GEOMSEXPORT (SYS, 'model.m') writes a function in .m that describes a system in the mechanical form,
%   derived or not, with all levels of its constraints:
%
%       sys = model ();         from the functions in the file, for MATLAB and Octave
%       sys = model ('on');     these recorded and derived again
%
%   or, of a system with parameters, model (), model (q), model (q, 'on'): q is what SYS.parameters is,
%   or [] for what they were. Parameters that decide how a function runs stand in it as numbers.
%
%   What is used once stands where it is used, what is used more often has a name, a1, a2, ...
%
%   GEOMSEXPORT (SYS, FILE, T0, X0) for systems whose sizes are not known yet: X0 is what GEOMS takes,
%   struct ('p', p0), a state near which the system will be used.
%
%   GEOMSEXPORT (..., 'Symbol', NAME) calls the model in C, or the function, NAME; else it has the name
%   of the file. SYMBOL = GEOMSEXPORT (...) is that name. A function in .m is found by the name of its
%   file.
%
%   [SYMBOL, Q] = GEOMSEXPORT (SYS, 'model.c', ...): Q has the numbers in the parameters of SYS, in the
%   order of their fields, which the model in C takes: geomssys ('library', ..., 'symbol', ...,
%   'parameters', Q). Those that SYS.derive.frozen names are constants in the file.
%
%   SYS    a system from GEOMSSYS in the mechanical form; trees are written in C already
%   FILE   name of the file, which ends with .c or .m; it is written over
%
%   Example: a pendulum as a file, and its functions
%       sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%           'derive', 'on');
%       file = fullfile (tempdir (), 'pendulum_written.m');
%       geomsexport (sys, file);
%       disp (fileread (file))
%   Example: in C, see also examples/native
%       file = fullfile (tempdir (), 'pendulum_written.c');
%       symbol = geomsexport (sys, file);
%
%   See also GEOMSSYS, GEOMS, GEOMSTERMS.

if nargin == 1 && ischar (sys) && strcmp (sys, 'include')
    symbol = include_folder ();
    return
elseif nargin < 2
    error ('geoms:arguments:number', ['geomsexport needs a system and the name of a file, or the ', ...
        'word ''include''.']);
end
check_system (sys);
if ~strcmp (sys.form, 'mechanical')
    error ('geoms:export:form', ['A system of the %s form cannot be exported, only one of the ', ...
        'mechanical form: geomssys (''mass'', M, ''force'', ...).'], sys.form);
end
[suffix, symbol] = parts_of (file);
[start, symbol] = start_and_symbol (varargin, symbol);
if ~isempty (start)
    start{1} = check_time (start{1}, 'geoms:export:time');
    [sys, x] = init_values (sys, start{1}, start{2});
    check_finite (sys, start{1}, x);
elseif isempty (sys.index)
    error ('geoms:export:sizes', ['The sizes of this system are not known yet: give a state, ', ...
        'geomsexport (sys, file, t0, struct (''p'', p0)).']);
else
    start = {0};
    x = 0.5 + 0.25 * sin ((1:sys_unknowns (sys.dims))');
end
if strcmp (suffix, '.c')
    [text, q] = in_c (sys, symbol, file);
else
    need_free (symbol);
    text = export_m (sys, start{1}, by_name (sys, x), symbol);
    q = [];
end
write (file, text);

end

% of the sources, or of an installed package
function folder = include_folder ()
here = fileparts (mfilename ('fullpath'));
folder = fullfile (here, 'include');
if exist (folder, 'dir') ~= 7
    folder = fullfile (fileparts (here), 'mex', 'core', 'include');
end
if exist (fullfile (folder, 'geoms_model.h'), 'file') ~= 2
    error ('geoms:export:include', ['geoms_model.h is not in %s: the toolbox is not complete. It comes ', ...
        'with the sources and with packages.'], folder);
end
end

function [suffix, symbol] = parts_of (file)
suffix = '';
if ischar (file) && size (file, 1) == 1
    [~, symbol, suffix] = fileparts (file);
end
if ~any (strcmp (suffix, {'.c', '.m'}))
    error ('geoms:export:file', ['The name of the file must be a text that ends with .c or .m, ', ...
        'not %s.'], check_described (file));
end
symbol = regexprep (check_utf8 (symbol), '\W', '_');
if isempty (regexp (symbol, '^[A-Za-z]', 'once'))
    symbol = ['model_', symbol];
end
end

% [] or {t0, x0}, and the symbol
function [start, symbol] = start_and_symbol (list, symbol)
if numel (list) >= 2 && ischar (list{end - 1}) && strcmpi (list{end - 1}, 'Symbol')
    symbol = list{end};
    list = list(1:end - 2);
    if ~ischar (symbol) || ~isvarname (symbol)
        error ('geoms:export:symbol', ['''Symbol'' must be a name, letters, digits and _ behind a ', ...
            'letter, not %s.'], check_described (symbol));
    end
end
start = list;
if ~any (numel (list) == [0, 2])
    error ('geoms:export:arguments', ['After the file come t0 and x0, both or none, then ', ...
        '''Symbol'' and a name: geomsexport (sys, ''model.c'', 0, struct (''p'', p0), ', ...
        '''Symbol'', ''model'').']);
end
end

% the functions in the file have names, too
function need_free (symbol)
roles = sys_roles ();
if ~isvarname (symbol) || any (strcmp (symbol, [{roles.name}, {'merge_', 'dsqrt_', 'geomssys'}]))
    error ('geoms:export:symbol', ['''%s'' cannot be the name of the function in .m: it is a word of ', ...
        'the language, or the name of another function in the file.'], symbol);
end
end

function at = by_name (sys, x)
for block = fieldnames (sys.index)'
    at.(block{1}) = x(sys.index.(block{1}));
end
end

function [text, q] = in_c (sys, symbol, file)
if ~sys_derived (sys)
    error ('geoms:export:derive', ['In C goes what was derived of a system: describe it with ', ...
        'geomssys (..., ''derive'', ''on''). %s'], sys.derive.reason);
end
[~, name] = fileparts (file);
core = gate_system (sys);
q = core.parameters;
text = gate_call ('exportc', core, symbol, [name, '.c']);
end

function write (file, text)
[id, why] = fopen (file, 'w');
if id < 0
    error ('geoms:export:write', 'The file ''%s'' cannot be written: %s', file, why);
end
closer = onCleanup (@() fclose (id));
if fwrite (id, text) ~= numel (text)
    error ('geoms:export:write', 'The file ''%s'' could not be written to its end.', file);
end
end

%!test # written, read, the same terms
%! sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
%!     'derive', 'on');
%! file = fullfile (tempdir (), 'geoms_written.m');
%! geomsexport (sys, file);
%! cleaner = onCleanup (@() delete (file));
%! old = path ();
%! restorer = onCleanup (@() path (old));
%! addpath (tempdir ());
%! x = struct ('p', [0.6; -0.8], 'v', [0.8; 0.6]);
%! assert (geomsterms (geoms_written (), 0, x), geomsterms (sys, 0, x), 1e-14);
%!assert (exist (fullfile (geomsexport ('include'), 'geoms_model.h'), 'file'), 2)
%!error <needs a system and the name of a file> geomsexport ('includes')
%!error <ends with .c or .m> geomsexport (geomssys ('mass', 1, 'force', @(t,p,v) -p), 'model.h')
%!error <'derive', 'on'>
%! geomsexport (geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off'), 'model.c')
