function list = malformed_systems ()
%MALFORMED_SYSTEMS  Systems whose descriptions, states and solutions are spoiled: a struct array.
%   Fields: pairs (the arguments of geomssys), sys, x0, options (of geoms), solutions (a cell). Their
%   functions raise nothing but 'user:own'.

persistent kept
if isempty (kept)
    descriptions = [pendulums(); others()];
    for i = 1:size (descriptions, 1)
        one = struct ('pairs', {malformed_guard(descriptions{i, 1})}, 'x0', descriptions{i, 2}, ...
            'options', {malformed_guard(descriptions{i, 3})});
        one.sys = geomssys (one.pairs{:});
        one.solutions = {geoms(one.sys, [0 0.2], one.x0, one.options{:}), ...
            geoms(one.sys, [0 0.1 0.2], one.x0)};
        kept = [kept, one]; %#ok<AGROW>
    end
end
list = kept;

end

function list = pendulums ()
x0 = struct ('p', [1; 0]);
loop = {'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
    'constraintAcceleration', @(t,p,v) 2*(v'*v)};
plain = [{'mass', eye(2), 'force', @(t,p,v) [0; -9.81]}, loop];
rda = @(t,x) [2*(x(2:3)'*x(2:3)) - 2*9.81*x(5) - 4*x(1)*(x(4:5)'*x(4:5)); 2*(x(4:5)'*x(2:3))
    x(4:5)'*x(4:5) - 1; -2*x(4)*x(1); -9.81 - 2*x(5)*x(1); x(2:3)];
jac = @(t,x) [-4*(x(4:5)'*x(4:5)), 4*x(2:3)', -8*x(1)*x(4:5)' - [0, 2*9.81]
    0, 2*x(4:5)', 2*x(2:3)'; 0, 0, 0, 2*x(4:5)'; -2*x(4:5), zeros(2), -2*x(1)*eye(2)
    zeros(2, 1), eye(2), zeros(2)];
list = {
    plain, x0, {}
    [plain, {'constraintVelocity', @(t,p,v) 2*(p'*v), 'names', struct('p', {{'x', 'y'}}), ...
    'autonomous', true}], struct('p', [1; 0], 'v', [0; 0.1], 'lambda', 0), {}
    [{'mass', @(t,p,q) q*eye(2), 'force', @(t,p,v,z,q) [0; -q] - 0*z.lambda, 'parameters', 2}, ...
    loop], x0, {'Events', @(t,p,v,q) p(1) - 0.99, 'Record', @(t,p,v) p}
    {'mass', [1 1], 'force', @(t,p,v) [0*t; 0*t - 9.81], 'constraint', @(t,p) p(1,:).^2 + ...
    p(2,:).^2 - 1, 'constraintJacobian', @(t,p) reshape(2*p, 1, 2, []), ...
    'constraintAcceleration', @(t,p,v) 2*(v(1,:).^2 + v(2,:).^2), 'vectorized', true}, x0, {}
    {'mass', [1 1], 'model', @(t,p,v) struct('f', [0; -9.81], 'g', p'*p - 1, 'G', 2*p', ...
    'gIIpart', 2*(v'*v)), 'condition', @(t,p,v) v(2) + 0.1}, x0, {}
    {'dims', struct('np', 2, 'nl', 1), 'eom', rda}, [0; 0; 0; 1; 0], {'Events', @(t,x) ...
    x(4) - 0.99, 'EventAction', @(t,x,ie) x}
    {'dims', struct('np', 2, 'nl', 1, 'nc', 1), 'eom', rda, 'mass', @(t,x) eye(2), 'jac', jac, ...
    'ivcond', @(t,x) x(3) - 0.1}, x0, {}};
end

function list = others ()
[plain, x0] = skate ('plain');
batch = skate ('vectorized');
model = skate ('model');
list = {
    {'mass', 1, 'force', @(t,p,v) -p}, struct('p', 1), {'OutputFcn', @(t,y,word) false}
    {'mass', 1, 'force', @(t,p,v) -p, 'invariant', @(t,p,v) v^2 + p^2 - 1, 'invariantGradient', ...
    @(t,p,v) [2*v, 2*p]}, struct('p', 1), {'Events', @(t,p,v) deal(p - 0.995, 0, 0), ...
    'EventAction', @(t,p,v,z,ie) deal(p, v)}
    pairs_of(plain), x0, {}
    pairs_of(batch), x0, {}
    pairs_of(model), x0, {}};
library = native_library ();
if ~isempty (library)
    list(end + 1, :) = {{'library', library, 'symbol', 'pendulum', 'parameters', [1 9.81]}, ...
        struct('p', [1; 0]), {}};
end
end

% the arguments of geomssys for a system in mechanical form
function pairs = pairs_of (sys)
pairs = [fieldnames(sys.functions)'; struct2cell(sys.functions)'];
dims = sys.dims;
names = fieldnames (dims);
for i = 1:numel (names)
    if isnan (dims.(names{i})) || dims.(names{i}) == 0
        dims = rmfield (dims, names{i});
    end
end
pairs = [pairs(:)', {'vectorized', sys.vectorized, 'dims', dims}];
end

% the model in C of examples/native, or '' where it cannot be compiled
function library = native_library ()
library = '';
here = fileparts (mfilename ('fullpath'));
folder = fullfile (here, '..', '..', 'examples', 'native');
if ~has_sources () || exist (folder, 'dir') ~= 7
    return
end
addpath (folder);
cleaner = onCleanup (@() rmpath (folder));
try
    library = build ();
catch e %#ok<NASGU>
end
end
