function list = help_written ()
%HELP_WRITTEN  Identifiers whose messages are put together elsewhere, or have many: identifier, kind, text.

time = 'The time must be one real and finite number.';
solution = ['The solution must be what geoms returns, sol = geoms (sys, tspan, x0), unchanged: its fields ', ...
    'belong together.'];
along = @(what) sprintf (['Along the run: %s. At the start the levels agreed, so that a part of the ', ...
    'function that is 0 there is wrong. The solution cannot be trusted; geomscheck names the entry.'], what);
inside = 'The toolbox has called its MEX module in a way that does not fit: report it, with the call.';
rows = {
    'geoms:arguments:number', 'error', 'A function needs more arguments; the message says which.'
    'geoms:build:missing', 'error', ['The compiled part of the toolbox (geoms_mex) is missing in ', ...
        'toolbox/private: run geomsbuild, or build with CMake. An installed package is loaded by ', ...
        '''pkg load geoms''.']
    'geoms:callback:size', 'error', 'The function ''...'' returned an array of size ...; it must return ....'
    'geoms:callback:type', 'error', ['The function ''...'' returned an array of class ...; it must return ', ...
        'class double. / OutputFcn must return true or false.']
    'geoms:check:acceleration', 'error', ['d2g/dt2, or the derivative of h, is not that of the level below along ', ...
        'the motion; the message has row, value and what differences give. geomscheck names the entry.']
    'geoms:check:jacobian', 'error', ['A Jacobian is not the derivative of its function: the message has ', ...
        'function, row, value and what differences give. geomscheck names the entry.']
    'geoms:check:time', 'error', time
    'geoms:check:velocity', 'error', ['gI in the equations of motion is not the time derivative of g along the ', ...
        'motion; the message has row, value and what differences give.']
    'geoms:derive:class', 'error', 'A value of class ... stands where real numbers are expected.'
    'geoms:derive:memory', 'error', 'There is not enough memory to record or derive the functions.'
    'geoms:derive:node', 'error', ['A value of another recording stands here: a function has kept it from an ', ...
        'earlier call (persistent, global).']
    'geoms:derive:refused', 'error', ['... cannot be recorded: the message names function, line and what to ', ...
        'write instead; help geomsfcn_recorded has all of it. ''derive'', ''off'' calls the functions.']
    'geoms:derive:size', 'error', 'Arrays of so many dimensions are not recorded.'
    'geoms:derive:table', 'error', 'The breaks of a table must rise.'
    'geoms:events:size', 'error', 'The event functions gave ... of size ...; ... values are expected.'
    'geoms:export:time', 'error', time
    'geoms:extend:solution', 'error', solution
    'geoms:init:time', 'error', time
    'geoms:levels:acceleration', 'warning', along('d2g/dt2 or the derivative of h is not that of the level below')
    'geoms:levels:gradient', 'warning', along('invariantGradient is not the derivative of the invariant')
    'geoms:levels:invariant', 'warning', along('the invariant is not constant along the motion')
    'geoms:levels:jacobian', 'warning', along('a Jacobian is not the derivative of its function')
    'geoms:levels:rheonomic', 'warning', along('the constraint depends on t, and constraintVelocity is missing')
    'geoms:levels:velocity', 'warning', along('dg/dt is not that of the constraint')
    'geoms:linear:name', 'error', 'geomslinear has no ''...''. Did you mean ''...''?'
    'geoms:linear:pairs', 'error', 'geomslinear takes pairs of a name and a value: one is without a partner.'
    'geoms:linear:twice', 'error', '''...'' is given twice.'
    'geoms:native:abi', 'error', 'The model ''...'' was not compiled with a geoms_model.h that is known here.'
    'geoms:native:create', 'error', ['The function create of the model ''...'' refuses these parameters, or ', ...
        'there is not enough memory. / The model ''...'' has no function create: it takes no parameters.']
    'geoms:native:library', 'error', 'The library ''...'' cannot be opened: give its whole name, fullfile (pwd, ...).'
    'geoms:native:newer', 'error', ['The model ''...'' was compiled with a newer geoms_model.h: compile it with ', ...
        'that of this toolbox.']
    'geoms:native:pattern', 'error', 'The model ''...'' has a pattern that is none; the message says which.'
    'geoms:native:symbol', 'error', ['The library ''...'' has no symbol ''...'': the model must be a variable ', ...
        'with external linkage, const GeomsModel ... = {...} (in C++: extern "C").']
    'geoms:plot:solution', 'error', solution
    'geoms:reduce:time', 'error', time
    'geoms:results:solution', 'error', solution
    'geoms:steps:chatter', 'warning', ['Steps were rejected again and again at a place where a decision (if, ', ...
        'max, abs) of the functions is another one: make an event of it, or smooth it.']
    'geoms:sweep:tasks', 'error', 'Tasks must be a whole number from 1 to 1000.'
    'geoms:sweep:workers', 'error', 'Workers must be a whole number from 1 to 1000.'
    'geoms:terms:time', 'error', time
    'geoms:test:failed', 'error', 'A test of geomstest has failed; the message says which.'
    'geoms:val:solution', 'error', solution
    'geoms:gateway:arguments', 'internal', inside
    'geoms:gateway:busy', 'internal', inside
    'geoms:gateway:call', 'internal', inside
    'geoms:gateway:command', 'internal', inside
    'geoms:gateway:field', 'internal', inside
    'geoms:gateway:full', 'internal', ['So many runs are nested, each in a function of the one before, that ', ...
        'there is no place for another.']
    'geoms:gateway:handle', 'internal', inside
    'geoms:gateway:size', 'internal', inside
    'geoms:gateway:tape', 'internal', inside
    'geoms:gateway:type', 'internal', inside
    'geoms:gateway:value', 'internal', inside};
list = cell2struct (rows, {'identifier', 'kind', 'text'}, 2)';

end
