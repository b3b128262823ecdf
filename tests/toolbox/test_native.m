function [passed, failed] = test_native ()
%TEST_NATIVE  Models in shared libraries: what they give, and what can be wrong with them.
%   Everything is compiled into a folder of its own, which is removed.

cases = {
    'the motion is that of the .m functions', @motion
    'sizes and rows are known at once', @known_at_once
    'nothing of the host is called', @no_callbacks
    'initial values as a struct or a vector, multipliers left open', @starts
    'parameters can be changed', @parameters
    'a solution is projected with its system', @projected
    'differences where there is no Jacobian, a mass matrix that varies', @without_jac
    'models in C++', @plus_plus
    'a library may be compiled anew between two runs', @compiled_anew
    'what create makes is freed, also after an error', @freed
    'a library that is none, or lacks the symbol', @no_library
    'another version of the header', @other_version
    'the version before of the header', @version_before
    'the declaration of that version, as it was', @old_declaration
    'a mass matrix that the parts give alone', @mass_of_parts
    'derivatives for given accelerations: the same steps, fewer evaluations', @blocks
    'accelerations instead of equations', @accelerations
    'patterns of M, C and B: the same motion', @patterns
    'patterns that are none', @wrong_patterns
    'parameters that create refuses', @refused
    'a description that is not complete', @incomplete
    'wrong levels and a wrong Jacobian are found', @wrong_levels
    'a callback that stops', @stops
    'Ctrl-C', @interrupted
    'the example', @example};
if ~has_sources () || ~has_compiler ()
    fprintf ('skip native: no C sources here to compile\n');
    cases = cases(strcmp (cases(:, 1), 'a description that is not complete'), :);
end
[passed, failed] = geoms_suite ('native', cases);

end

% ---- compilation ----

function yes = has_compiler ()
yes = system ('cc --version > /dev/null 2>&1') == 0;
end

function library = example_library (folder)
library = compile (folder, fileread (fullfile (examples (), 'pendulum_native.c')), '.c');
end

function folder = examples ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
folder = fullfile (root, 'examples', 'native');
end

function library = compile (folder, text, suffix)
addpath (examples ());
cleaner = onCleanup (@() rmpath (examples ()));
text_file = fullfile (folder, ['model', suffix]);
file = fopen (text_file, 'w');
fprintf (file, '%s', text);
fclose (file);
library = fullfile (folder, 'model.so');
if exist (library, 'file')
    delete (library);
end
check (strcmp (build (text_file, folder), library));
end

function [folder, cleaner] = work_folder ()
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() rmdir (folder, 's'));
end

% an oscillator x = [v; p] with a frequency, in C; `more` are further members of the model
function text = oscillator (frequency, more)
text = sprintf ([ ...
    '#include <stdlib.h>\n', ...
    '#include "geoms_model.h"\n', ...
    'static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,\n', ...
    '                void *user)\n', ...
    '{\n', ...
    '    (void)t, (void)user;\n', ...
    '    for (int j = 0; j < k; j++) {\n', ...
    '        out[j * ldo] = %.17g * x[j * ldx + 1];\n', ...
    '        out[j * ldo + 1] = x[j * ldx];\n', ...
    '    }\n', ...
    '    return 0;\n', ...
    '}\n', ...
    'GEOMS_EXPORT const GeomsModel model = {\n', ...
    '    .abi = GEOMS_MODEL_ABI, .size = sizeof (GeomsModel), .dims = {.np = 1, .nv = 1},\n', ...
    '    .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL, .rda = rda, %s};\n'], ...
    -frequency^2, more);
end

function sys = oscillator_system (folder, frequency, more)
sys = geomssys ('library', compile (folder, oscillator (frequency, more), '.c'), ...
    'symbol', 'model');
end

% ---- what works ----

function sys = pendulum_of_length (folder, L)
sys = geomssys ('library', example_library (folder), 'symbol', 'pendulum', ...
    'parameters', [L, 13.750371636040745655]);
end

function motion ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
t = linspace (0, 5, 21);
a = geoms (pendulum_of_length (folder, 1), t, struct ('p', [1; 0]), 'RelTol', 1e-9, 'AbsTol', ...
    1e-9, 'Multipliers', 'iterated');    % as in the residual form
b = geoms (pendulum ('residual jac'), t, [0; 0; 0; 1; 0], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (a.y, b.y, 1e-10);
check (a.stats.nsteps == b.stats.nsteps);
check (max (a.residual.relative(:)) < 1e-12);
end

function known_at_once ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_of_length (folder, 1);
check (sys.dims.np == 2 && sys.dims.nl == 1 && isequal (sys.index.p, 4:5));
check (sys.has.jac && sys.has.create && ~sys.has.mass && ~sys.has.ivcond);
check (sys.autonomous);
check_error ('geoms:system:names', @() geomssys ('library', sys.library, 'symbol', 'pendulum', ...
    'parameters', [1 9.81], 'names', struct ('p', {{'x'}})), '2');
end

function no_callbacks ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sol = geoms (pendulum_of_length (folder, 1), [0 1], struct ('p', [1; 0]));
check (sol.stats.callbacks == 0 && sol.stats.secondsCallbacks == 0);
check (sol.stats.neom > 100);
end

function starts ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_of_length (folder, 1);
for x0 = {struct('p', [0; -1], 'v', [1; 0]), [NaN; 1; 0; 0; -1], [0; 1; 0; 0; -1]}
    sol = geoms (sys, [0 0.1], x0{1});
    check_close (sol.lambda(1), (1 + 13.750371636040745655) / 2, 1e-9);
end
check_error ('geoms:x0:size', @() geoms (sys, [0 1], [1; 0]), 'has 5');
check_error ('geoms:x0:size', @() geoms (sys, [0 1], struct ('p', 1)), 'must have 2');
check_error ('geoms:x0:name', @() geoms (sys, [0 1], struct ('p', [1; 0], 'q', 1)), '''q''');
end

function parameters ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_of_length (folder, 1);
other = geomssys (sys, 'parameters', [4, 13.750371636040745655]);
one = geoms (sys, [0 1], struct ('p', [1; 0]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
four = geoms (other, [0 2], struct ('p', [4; 0]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (four.p(:, end), 4 * one.p(:, end), 1e-6);
check_error ('geoms:native:create', @() geomssys (sys, 'parameters', [-1, 9.81]), 'create');
check_error ('geoms:system:type', @() geomssys (sys, 'parameters', struct ('L', 1)), 'struct');
end

function projected ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_of_length (folder, 1);
sol = geoms (sys, [0 1], struct ('p', [1; 0]));
[y, yp, res] = geomsval (sol, linspace (0, 1, 7), sys);
check (max (res.relative(:)) < 1e-12);
check_close (yp(4:5, :), y(2:3, :), 1e-3);
end

function without_jac ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
mass = sprintf ([ ...
    'static int mass (int k, const double *t, const double *x, int ldx, double *out,\n', ...
    '                 int ldo, void *user)\n', ...
    '{\n', ...
    '    (void)t, (void)user;\n', ...
    '    for (int j = 0; j < k; j++)\n', ...
    '        out[j * ldo] = 1 + 0 * x[j * ldx];\n', ...
    '    return 0;\n', ...
    '}\n', ...
    'GEOMS_EXPORT']);
text = strrep (oscillator (2, ''), 'GEOMS_EXPORT', mass);
text = strrep (text, 'GEOMS_MASS_CONSTANT_DIAGONAL', 'GEOMS_MASS_FULL, .mass = mass');
sys = geomssys ('library', compile (folder, text, '.c'), 'symbol', 'model');
check (sys.has.mass && ~sys.has.jac);
sol = geoms (sys, [0 1], struct ('p', 1), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (sol.p(end), cos (2), 1e-6);
check (sol.stats.nmas > 1);
end

function plus_plus ()
if system ('c++ --version > /dev/null 2>&1') ~= 0
    fprintf ('skip native: no compiler for C++\n');
    return
end
[folder, cleaner] = work_folder (); %#ok<ASGLU>
old = getenv ('CC');
restorer = onCleanup (@() setenv ('CC', old));
setenv ('CC', 'c++ -std=c++11 -Wall -Wextra -Werror');
text = regexprep (oscillator (3, ''), 'GEOMS_EXPORT.*', '');
text = [text, sprintf([ ...
    'static GeomsModel made ()\n', ...
    '{\n', ...
    '    GeomsModel m = {};\n', ...
    '    m.abi = GEOMS_MODEL_ABI;\n', ...
    '    m.size = sizeof m;\n', ...
    '    m.dims.np = m.dims.nv = 1;\n', ...
    '    m.mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL;\n', ...
    '    m.rda = rda;\n', ...
    '    return m;\n', ...
    '}\n', ...
    'GEOMS_EXPORT const GeomsModel model = made ();\n'])];
sys = geomssys ('library', compile (folder, text, '.cpp'), 'symbol', 'model');
sol = geoms (sys, [0 1], struct ('p', 1), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (sol.p(end), cos (3), 1e-5);
end

function compiled_anew ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
for frequency = [1 2 3]
    sol = geoms (oscillator_system (folder, frequency, ''), [0 1], struct ('p', 1), ...
        'RelTol', 1e-8, 'AbsTol', 1e-8);
    check_close (sol.p(end), cos (frequency), 1e-5);
end
end

% destroy writes a file
function freed ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
trace = fullfile (folder, 'trace');
functions = sprintf ([ ...
    '#include <stdio.h>\n', ...
    'static void note (char c) { FILE *f = fopen ("%s", "a"); if (f) { fputc (c, f); ', ...
    'fclose (f); } }\n', ...
    'static void *create (const double *q, int nq) { (void)q, (void)nq; note (''c''); ', ...
    'return malloc (1); }\n', ...
    'static void destroy (void *user) { note (''d''); free (user); }\n', ...
    'GEOMS_EXPORT'], trace);
text = strrep (oscillator (1, '.create = create, .destroy = destroy'), 'GEOMS_EXPORT', functions);
sys = geomssys ('library', compile (folder, text, '.c'), 'symbol', 'model');
check (strcmp (fileread (trace), 'cd'));
geoms (sys, [0 1], struct ('p', 1));
sol = geoms (sys, [0 1], struct ('p', 1));
made = fileread (trace);
check (sum (made == 'c') == sum (made == 'd') && numel (made) >= 6, '%s', made);
check_error ('geoms:options:value', @() geoms (sys, [0 1], struct ('p', 1), 'Step', -1));
geomsval (sol, 0.5, sys);
made = fileread (trace);
check (sum (made == 'c') == sum (made == 'd'), '%s', made);
end

% ---- what is refused ----

function no_library ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
missing = fullfile (folder, 'missing.so');
check_error ('geoms:native:library', @() geomssys ('library', missing, 'symbol', 'model'), ...
    'cannot open shared object');
text = fullfile (folder, 'text.so');
file = fopen (text, 'w');
fprintf (file, 'no library');
fclose (file);
check_error ('geoms:native:library', @() geomssys ('library', text, 'symbol', 'model'), text);
library = compile (folder, oscillator (1, ''), '.c');
check_error ('geoms:native:symbol', @() geomssys ('library', library, 'symbol', 'other'), ...
    '''other''');
end

function other_version ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
text = oscillator (1, '');
for abi = [1 99]
    library = with_abi (folder, text, abi);
    identifiers = {'geoms:native:abi', 'geoms:native:newer'};
    check_error (identifiers{1 + (abi > 3)}, @() geomssys ('library', library, 'symbol', ...
        'model'), sprintf ('abi %d, ', abi));
end
library = compile (folder, strrep (text, 'sizeof (GeomsModel)', '8'), '.c');
check_error ('geoms:native:abi', @() geomssys ('library', library, 'symbol', 'model'), '8 bytes');
larger = strrep (text, 'sizeof (GeomsModel)', 'sizeof (GeomsModel) + sizeof (void *)');
library = compile (folder, larger, '.c');
check_error ('geoms:native:newer', @() geomssys ('library', library, 'symbol', 'model'), ...
    'The model ''model'' was built with a newer geoms_model.h');
end

% those of the version before run
function version_before ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
for abi = 2:3
    sys = geomssys ('library', with_abi (folder, oscillator (1, ''), abi), 'symbol', 'model');
    sol{abi} = geoms (sys, [0 1], struct ('p', 1)); %#ok<AGROW>
end
check (isequal (sol{2}.y, sol{3}.y));
end

% a model that knows nothing of a header: its struct ends where that of abi 2 does
function old_declaration ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
declaration = sprintf ([ ...
    '#include <stddef.h>\n', ...
    'typedef int Batch (int, const double *, const double *, int, double *, int, void *);\n', ...
    'typedef struct GeomsModel {\n', ...
    '    int abi;\n', ...
    '    size_t size;\n', ...
    '    struct { int np, nv, nr, nw, ns, nl, nm, ni, nc; } dims;\n', ...
    '    int mass_structure, autonomous;\n', ...
    '    Batch *rda, *mass;\n', ...
    '    int (*rda_mass) (int, const double *, const double *, int, double *, int, double *,\n', ...
    '                     int, void *);\n', ...
    '    int (*jac) (double, const double *, double *, int, void *);\n', ...
    '    int (*jac_known) (double, const double *, double *, int, void *);\n', ...
    '    Batch *parts;\n', ...
    '    int kinematics;\n', ...
    '    int (*ivcond) (double, const double *, double *, void *);\n', ...
    '    void *(*create) (const double *, int);\n', ...
    '    void (*destroy) (void *);\n', ...
    '} GeomsModel;\n', ...
    'enum { GEOMS_MASS_CONSTANT_DIAGONAL = 4 };\n', ...
    '#define GEOMS_EXPORT\n']);
text = strrep (oscillator (2, ''), sprintf ('#include "geoms_model.h"\n'), declaration);
old = strrep (text, 'GEOMS_MODEL_ABI', '2');
sys = geomssys ('library', compile (folder, old, '.c'), 'symbol', 'model');
a = geoms (sys, [0 1], struct ('p', 1));
check (~sys.has.blocks_jac && ~sys.has.accelerations && ~sys.has.parts_mass);
b = geoms (oscillator_system (folder, 2, ''), [0 1], struct ('p', 1));
check (isequal (a.y, b.y));
end

% M and f of the oscillator, and no function mass
function mass_of_parts ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
parts = sprintf ([ ...
    'static int parts (int k, const double *t, const double *x, int ldx, double *out,\n', ...
    '                  int ldo, void *user)\n', ...
    '{\n', ...
    '    (void)t, (void)user;\n', ...
    '    for (int j = 0; j < k; j++) {\n', ...
    '        out[j * ldo] = 4;\n', ...
    '        out[j * ldo + 1] = -4 * x[j * ldx + 1];\n', ...
    '    }\n', ...
    '    return 0;\n', ...
    '}\n', ...
    'GEOMS_EXPORT']);
for varies = [false true]
    text = strrep (oscillator (2, '.parts = parts, .parts_mass = 1'), 'GEOMS_EXPORT', parts);
    if varies
        text = strrep (text, 'GEOMS_MASS_CONSTANT_DIAGONAL', 'GEOMS_MASS_FULL');
    end
    sys = geomssys ('library', compile (folder, text, '.c'), 'symbol', 'model');
    check (sys.has.parts_mass && ~sys.has.mass);
    sol = geoms (sys, [0 1], struct ('p', 1), 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check_close (sol.p(end), cos (1), 1e-6);
end
text = strrep (text, '.parts = parts, ', '');
sys = geomssys ('library', compile (folder, text, '.c'), 'symbol', 'model');
check_error ('geoms:system:model', @() geoms (sys, [0 1], struct ('p', 1)), 'parts_mass');
end

function blocks ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
good = strrep (fileread (fullfile (examples (), 'pendulum_native.c')), '.jac = jac,', '');
good = strrep (good, 'static int jac (', 'int unused (');
plain = strrep (good, '.blocks_jac = blocks_jac,', '');
plain = strrep (plain, 'static int blocks_jac', 'int other');
texts = {good, plain};
for i = 1:2
    sys = geomssys ('library', compile (folder, texts{i}, '.c'), 'symbol', 'pendulum', ...
        'parameters', [1 9.81]);
    check (sys.has.blocks_jac == (i == 1));
    sol{i} = geoms (sys, [0 3], struct ('p', [1; 0])); %#ok<AGROW>
end
check (abs (sol{1}.stats.nsteps - sol{2}.stats.nsteps) <= 0.02 * sol{2}.stats.nsteps);
check_close (sol{1}.p(:, end), sol{2}.p(:, end), 1e-6);
check (sol{1}.stats.neomjac <= 4 && sol{2}.stats.neomjac > 100);
wrong = strrep (good, '= 2 * alpha[i]', '= 3 * alpha[i]');
sys = geomssys ('library', compile (folder, wrong, '.c'), 'symbol', 'pendulum', ...
    'parameters', [1 9.81]);
check_error ('geoms:system:model', @() geoms (sys, [0 1], struct ('p', [1; 0])), 'gII(1) by p(2)');
end

function accelerations ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = oscillator_system (folder, 2, '.accelerations = rda');    % M = 1: the same
check (sys.has.accelerations);
a = geoms (sys, [0 1], struct ('p', 1), 'Formulation', 'uode', 'Method', 'dopri5');
b = geoms (oscillator_system (folder, 2, ''), [0 1], struct ('p', 1), 'Formulation', 'uode', ...
    'Method', 'dopri5');
check_close (a.y, b.y, 1e-12);
end

% the pendulum that writes values alone: M = I at the head of the parts, C = 2 p', B without zeros
function text = patterned_pendulum ()
text = fileread (fullfile (examples (), 'pendulum_native.c'));
text = strrep (text, '.jac = jac,', '');
text = strrep (text, 'static int jac (', 'int unused (');
text = strrep (text, 'static int blocks_jac', 'int dense_blocks_jac');
arrays = sprintf ([ ...
    'static const int start_M[] = {0, 1, 2}, row_M[] = {0, 1};\n', ...
    'static const int start_C[] = {0, 1, 2}, row_C[] = {0, 0};\n', ...
    'static const int start_B[] = {0, 2, 5, 8, 12, 16};\n', ...
    'static const int row_B[] = {3, 4, 0, 1, 5, 0, 1, 6, 0, 1, 2, 3, 0, 1, 2, 4};\n', ...
    'static int mass (int k, const double *t, const double *x, int ldx, double *out,\n', ...
    '                 int ldo, void *user)\n', ...
    '{\n', ...
    '    (void)t, (void)x, (void)ldx, (void)user;\n', ...
    '    for (int j = 0; j < k; j++)\n', ...
    '        out[j * ldo] = out[j * ldo + 1] = 1;\n', ...
    '    return 0;\n', ...
    '}\n', ...
    'static int blocks_jac (double t, const double *x, const double *alpha, double *B,\n', ...
    '                       int ldb, void *user)\n', ...
    '{\n', ...
    '    const double *v = x + 1, *p = x + 3;\n', ...
    '    (void)t, (void)ldb, (void)user;\n', ...
    '    for (int i = 0; i < 2; i++) {\n', ...
    '        double *a = B + 2 + 3 * i, *b = B + 8 + 4 * i;\n', ...
    '        B[i] = -2 * p[i];\n', ...
    '        a[0] = 4 * v[i], a[1] = 2 * p[i], a[2] = 1;\n', ...
    '        b[0] = 2 * alpha[i], b[1] = 2 * v[i], b[2] = 2 * p[i], b[3] = -2 * x[0];\n', ...
    '    }\n', ...
    '    return 0;\n', ...
    '}\n', ...
    'GEOMS_EXPORT']);
text = strrep (text, 'GEOMS_EXPORT', arrays);
text = strrep (text, '.blocks_jac = blocks_jac,', ['.blocks_jac = blocks_jac, .mass = mass, ', ...
    '.patterns = {{start_M, row_M}, {start_C, row_C}, {start_B, row_B}},']);
end

function patterns ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
dense = fileread (fullfile (examples (), 'pendulum_native.c'));
dense = strrep (dense, '.jac = jac,', '');
dense = strrep (dense, 'static int jac (', 'int unused (');
texts = {dense, patterned_pendulum()};
for i = 1:2
    sys = geomssys ('library', compile (folder, texts{i}, '.c'), 'symbol', 'pendulum', ...
        'parameters', [1 9.81]);
    check (sys.has.patterns == (i == 2));
    for method = {'radau5', 'dopri5'}
        sol{i}.(method{1}) = geoms (sys, [0 3], struct ('p', [1; 0]), ...
            'Method', method{1}); %#ok<AGROW>
    end
end
check (isequal (sol{1}.radau5.y, sol{2}.radau5.y));
check (isequal (sol{1}.dopri5.y, sol{2}.dopri5.y));
end

function wrong_patterns ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
good = patterned_pendulum ();
list = {'row_M[] = {0, 1}', 'row_M[] = {0, 2}', 'M with row[1] = 2 in column 1: its rows are 0 to 1'
    'start_C[] = {0, 1, 2}', 'start_C[] = {0, 1, 0}', 'C with start[2] = 0 behind start[1] = 1'
    '5, 0, 1, 6, 0', '5, 1, 0, 6, 0', 'B with row[6] = 0 behind row[5] = 1 in column 2'};
for i = 1:size (list, 1)
    library = compile (folder, strrep (good, list{i, 1}, list{i, 2}), '.c');
    check_error ('geoms:native:pattern', @() geomssys ('library', library, 'symbol', ...
        'pendulum', 'parameters', [1 9.81]), ['The model ''pendulum'' has a pattern of ', ...
        list{i, 3}]);
end
end

function library = with_abi (folder, text, abi)
abi = sprintf ('.abi = %d', abi);
library = compile (folder, strrep (text, '.abi = GEOMS_MODEL_ABI', abi), '.c');
end

function refused ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
library = example_library (folder);
check_error ('geoms:native:create', @() geomssys ('library', library, 'symbol', 'pendulum'), ...
    '0 parameters');
check_error ('geoms:native:create', @() geomssys ('library', ...
    compile (folder, oscillator (1, ''), '.c'), 'symbol', 'model', 'parameters', 1), ...
    'takes no parameters');
end

function incomplete ()
check_error ('geoms:system:missing', @() geomssys ('library', 'a.so'), '''symbol''');
check_error ('geoms:system:missing', @() geomssys ('symbol', 'a'), '''library''');
check_error ('geoms:system:mixed', @() geomssys ('library', 'a.so', 'symbol', 'a', 'mass', 1), ...
    'mass');
check_error ('geoms:system:mixed', @() geomssys ('library', 'a.so', 'symbol', 'a', 'dims', ...
    struct ('np', 1)), 'dims');
check_error ('geoms:system:type', @() geomssys ('library', 1, 'symbol', 'a'), 'text');
end

function wrong_levels ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
good = fileread (fullfile (examples (), 'pendulum_native.c'));
list = {'*gII = 2 *', '*gII = 2.1 *', 'geoms:check:acceleration', 'gII in ''rda'''
    '*gI = 2 *', '*gI = 2.1 *', 'geoms:check:velocity', 'gI in ''rda'''
    '= 4 * v[i]', '= -4 * v[i]', 'geoms:check:jacobian', '''jac'''
    'rda[KIN] = v[0]', 'rda[KIN] = (1 + t) * v[0]', 'geoms:system:autonomous', 'depend on t'};
for i = 1:size (list, 1)
    text = strrep (good, list{i, 1}, list{i, 2});
    if i < 3
        text = strrep (strrep (text, '.jac = jac,', ''), 'static int jac', 'int unused');
    elseif i == 4
        text = strrep (text, 'one_point (const', 'one_point (double t, const');
        text = strrep (text, 'one_point (user', 'one_point (t[j], user');
        text = strrep (text, sprintf ('    (void)t;\n    for'), '    for');
    end
    sys = geomssys ('library', compile (folder, text, '.c'), 'symbol', 'pendulum', ...
        'parameters', [1 9.81]);
    check_error (list{i, 3}, @() geoms (sys, [0 1], struct ('p', [1; 0])), list{i, 4});
end
end

function stops ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
text = strrep (oscillator (1, ''), 'return 0;', 'return t[0] > 0.5 ? -1 : 0;');
sys = geomssys ('library', compile (folder, strrep (text, '(void)t, ', ''), '.c'), ...
    'symbol', 'model');
sol = check_warning ('geoms:eom:stopJacobian', @() geoms (sys, [0 1], struct ('p', 1)));
check (sol.t(end) > 0 && sol.t(end) < 1);
end

% interrupt.py starts another Octave, presses Ctrl-C and prints 'interrupt: ok' if all is well
function interrupted ()
if exist ('OCTAVE_VERSION', 'builtin') == 0 || system ('python3 --version > /dev/null 2>&1') ~= 0
    fprintf ('skip native: Ctrl-C is pressed by python3 in Octave only\n');
    return
end
here = fileparts (mfilename ('fullpath'));
[status, text] = system (sprintf ('python3 "%s" native 2>&1', fullfile (here, 'interrupt.py')));
check (status == 0 && ~isempty (strfind (text, 'interrupt: ok')), '%s', text);
end

function example ()
old = path ();
restorer = onCleanup (@() path (old));
addpath (examples ());
result = [];
text = evalc ('result = run_demo ();');
check (~isempty (regexp (text, ' 4 +4\.00000', 'once')), '%s', text);
check (isequal ([result.callbacks] > 0, [false false true]) && max ([result.distance]) < 1e-8);
check (5 * max ([result(1:2).seconds]) < result(3).seconds);
end

%!test
%! [~, failed] = test_native ();
%! assert (failed, 0);
