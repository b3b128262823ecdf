function [passed, failed] = test_errors ()
%TEST_ERRORS  Every identifier that toolbox and gateway can raise is raised once.
%   The first case compares this list with the sources: a new identifier needs a new line here.

list = [toolbox_list(); tree_list(); urdf_list(); results_list(); gateway_list()];
cases = {'the list is complete', @() complete(list)};
if ~has_sources ()
    fprintf ('skip errors: no C sources here to compile\n');
    list = list(~ismember (list(:, 1), {'geoms:build:compile', 'geoms:build:compiler', ...
        'geoms:build:move', 'geoms:native:abi', 'geoms:native:create', 'geoms:native:newer', ...
        'geoms:native:pattern', 'geoms:native:symbol'}), :);
end
for i = 1:size (list, 1)
    cases(end + 1, :) = {list{i, 1}, @() raised(list{i, :})}; %#ok<AGROW>
end
[passed, failed] = geoms_suite ('errors', cases);

end

function list = toolbox_list ()
sys = pendulum ('mechanical');
batch = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
sol = geoms (sys, [0 0.1], x0);
one = {'mass', 1, 'force', @(t,p,v) -p};
list = {
    'geoms:arguments:number', @() geoms(sys, [0 1])
    'geoms:arguments:outputs', @() six_outputs(sys, x0)
    'geoms:build:compile', @() build_elsewhere('not C;')
    'geoms:build:compiler', @() without_compiler()
    'geoms:build:folder', @() geomsbuild(tempname ())
    'geoms:build:missing', @() without_mex()
    'geoms:build:move', @() build_into_file()
    'geoms:build:sources', @() build_elsewhere('')
    'geoms:callback:finite', @() geoms(geomssys ('mass', 1, 'force', @(t,p,v) 1 ./ p), [0 1], ...
        struct ('p', 0))
    'geoms:callback:pattern', @() geoms(later_entry (), [0 1], struct ('p', ones (21, 1)))
    'geoms:callback:size', @() geoms(changed (sys, @(y, t) [y; ones(t > 0.5, 1)]), [0 1], x0)
    'geoms:callback:type', @() geoms(changed (geomssys (sys, 'derive', 'off'), @(y, t) ...
        single_if(t > 0.5, y)), [0 1], x0)
    'geoms:check:acceleration', @() geoms(with_function (sys, 'constraintAcceleration', ...
        @(t,p,v) v'*v), [0 1], x0)
    'geoms:check:arguments', @() geomscheck(sys, 0, x0, 'States', 0)
    'geoms:check:gradient', @() geoms(geomssys (one{:}, 'invariant', @(t,p,v) v^2 + p^2 - 1, ...
        'invariantGradient', @(t,p,v) [2*v, p]), [0 1], struct ('p', 1))
    'geoms:check:invariant', @() geoms(geomssys (one{:}, 'invariant', @(t,p,v) v^2 + 2*p^2 - 2), ...
        [0 1], struct ('p', 1))
    'geoms:check:jacobian', @() geoms(with_function (sys, 'constraintJacobian', @(t,p) p'), ...
        [0 1], x0)
    'geoms:check:large', @() geomscheck(geomssys ('mass', ones (3000, 1), 'force', @(t,p,v) -p, 'dims', ...
        struct ('np', 3000), 'derive', 'off'), 0, struct ('p', ones (3000, 1)))
    'geoms:check:time', @() geomscheck(sys, 'now', x0)
    'geoms:check:velocity', @() geoms(with_function (sys, 'constraintVelocity', @(t,p,v) p'*v), ...
        [0 1], x0)
    'geoms:checkpoint:file', @() geoms(sys, [0 1], x0, 'Checkpoint', fullfile (tempname (), 'a'))
    'geoms:compare:contenders', @() geomscompare(sys, [0 1], x0, 'Contenders', {'psf'})
    'geoms:compare:energy', @() geomscompare(sys, [0 1], x0, 'Energy', @(t,p,v) p)
    'geoms:compare:options', @() geomscompare(sys, [0 1], x0, 'Options', geomsset ('RelTol', 1e-3))
    'geoms:compare:reference', @() geomscompare(sys, [0 1], x0, 'Reference', 1)
    'geoms:compare:runs', @() geomscompare(struct ('formulation', 'psf'))
    'geoms:compare:steps', @() geomscompare(sys, [0 1], x0, 'Methods', 'trapezoidal')
    'geoms:compare:show', @() geomscompare(some_runs (sys, x0), 'all of it')
    'geoms:dense:missing', @() geomsval(geoms (batch, [0 1], x0, 'Dense', 'off'), 0.5)
    'geoms:derive:check', @() geomssys(one{1:2}, 'force', @(t,p,v) rand * p, 'derive', 'on', 'dims', ...
        struct ('np', 1))
    'geoms:derive:level', @() geoms(geomssys ('mass', [1 1], 'force', @(t,p,v) -p, 'constraint', ...
        @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) p', 'derive', 'on'), [0 1], x0)
    'geoms:derive:memory', @() geomssys(one{1:2}, 'force', @keeps)
    'geoms:derive:refused', @() geomssys(one{1:2}, 'force', @(t,p,v) sort (p), 'derive', 'on')
    'geoms:events:action', @() geoms(sys, [0 1], x0, 'Events', @(t,p,v) p(1) - 0.5, ...
        'EventAction', @(t,p,v,z,ie) deal (1, v))
    'geoms:events:field', @() geoms(sys, [0 1], x0, 'Events', @(t,p,v) p(1) - 0.5, ...
        'EventAction', @(t,p,v,z,ie) struct ('q', 1))
    'geoms:events:direction', @() geoms(sys, [0 1], x0, 'Events', @(t,p,v) deal (p(1), false, 2))
    'geoms:events:size', @() geoms(sys, [0 1], x0, 'Events', @(t,p,v) p(1:1 + (t > 0)))
    'geoms:export:arguments', @() geomsexport(sys, 'm.c', 0)
    'geoms:export:derive', @() geomsexport(geomssys (sys, 'derive', 'off'), 'm.c')
    'geoms:export:file', @() geomsexport(sys, 'm.h')
    'geoms:export:form', @() geomsexport(pendulum ('residual'), 'm.m')
    'geoms:export:include', @() without_header()
    'geoms:export:sizes', @() geomsexport(geomssys ('mass', @(t,p) eye (numel (p)), 'force', ...
        @(t,p,v) -p), 'm.m')
    'geoms:export:symbol', @() geomsexport(sys, 'm.c', 'Symbol', 'a b')
    'geoms:export:time', @() geomsexport(sys, 'm.c', NaN, x0)
    'geoms:export:write', @() geomsexport(sys, fullfile (tempname (), 'm.m'))
    'geoms:extend:functions', @() geomsextend(geoms (batch, [0 1], x0, 'Record', @(t,p,v) p), ...
        batch, 2)
    'geoms:extend:method', @() geomsextend(geoms (batch, [0 1], x0), batch, 2, [], ...
        geomsset ('Method', 'bdf'))
    'geoms:extend:solution', @() geomsextend(1, batch, 2)
    'geoms:extend:state', @() geomsextend(setfield (geoms (batch, [0 1], x0), 'state', []), ...
        batch, 2)
    'geoms:extend:system', @() geomsextend(geoms (batch, [0 1], x0), geomssys (one{:}), 2)
    'geoms:extend:tend', @() geomsextend(geoms (batch, [0 1], x0), batch, 0.5)
    'geoms:init:assume', @() geomsinit(sys, 0, x0, 'Initial', 'assume')
    'geoms:help:word', @() geomshelp('no such word')
    'geoms:init:fixed', @() geomsinit(sys, 0, x0, 'Fixed', {'q'})
    'geoms:init:time', @() geomsinit(sys, 'now', x0)
    'geoms:init:weights', @() geomsinit(sys, 0, x0, 'Weights', [1 2])
    'geoms:last:none', @() without_partial()
    'geoms:linear:arity', @() geomslinear('M', @(t,p) 1)
    'geoms:linear:derivative', @() geomsinit(geomslinear ('M', 1, 'G', @(t) 1 + (t > 0)), 0, ...
        struct ('p', 0))
    'geoms:linear:missing', @() geomslinear('C', 1)
    'geoms:linear:size', @() geomslinear('M', 1, 'C', [1 2])
    'geoms:linear:value', @() geomslinear('M', 'a')
    'geoms:mass:singular', @() geomspartition('qr', [1 0 0], 0, 0, [1 0 0], 0, 0, 0)
    'geoms:mass:symmetric', @() geomssys('mass', [1 1; 0 1], 'force', @(t,p,v) -p)
    'geoms:native:abi', @() native('.abi = 1', 'model', [])
    'geoms:native:create', @() native('.abi = GEOMS_MODEL_ABI', 'model', 1)
    'geoms:native:library', @() geomssys('library', 'no_such_library.so', 'symbol', 'model')
    'geoms:native:newer', @() native('.abi = 99', 'model', [])
    'geoms:native:pattern', @() native(['.abi = GEOMS_MODEL_ABI, .dims = {.nv = 1}, ', ...
        '.patterns = {.M = {(const int []){0, 0}, (const int []){0}}}'], 'model', [])
    'geoms:native:symbol', @() native('.abi = 99', 'other', [])
    'geoms:options:action', @() geoms(sys, [0 1], x0, 'EventAction', @(t,p,v,z,ie) deal (p, v))
    'geoms:options:independent', @() geoms(sys, [0 1], x0, 'Independent', 1)
    'geoms:options:unused', @() geoms(sys, [0 1], x0, 'Method', 'bdf', 'Order', 2)
    'geoms:options:name', @() geomsset('RelTool', 1)
    'geoms:options:odeset', @() geomsset(odeset ('Mass', 1))
    'geoms:options:pairs', @() geomsset('RelTol')
    'geoms:options:size', @() geoms(sys, [0 1], x0, 'AbsTol', [1 1])
    'geoms:options:type', @() geomsget(1, 'RelTol')
    'geoms:options:value', @() geomsset('RelTol', 0)
    'geoms:partition:independent', @() geomspartition('qr', 1, 0, 0, 1, 0, 0, 0, 'Independent', 1)
    'geoms:partition:kind', @() geomspartition('lu', 1, 0, 0, 1, 0, 0, 0)
    'geoms:partition:size', @() geomspartition('qr', [1 2 3], 0, 0, [1 2], 0, 0, 0)
    'geoms:partition:type', @() geomspartition('qr', 'a', 0, 0, 1, 0, 0, 0)
    'geoms:partition:value', @() geomspartition('qr', NaN, 0, 0, 1, 0, 0, 0)
    'geoms:plot:empty', @() geomsplot(sol, 'Panels', 'mu')
    'geoms:plot:file', @() geomsplot(sol, 'File', 'x.jpg')
    'geoms:plot:panel', @() geomsplot(sol, 'Panels', 'q')
    'geoms:plot:select', @() geomsplot(sol, 'Select', 9)
    'geoms:plot:solution', @() geomsplot(1)
    'geoms:plot:system', @() geomsplot(sol, 'Panels', 'energy')
    'geoms:plot:time', @() geomsplot(sol, 'Time', [3 4])
    'geoms:plot:value', @() geomsplot(sol, 'Curves', 0)
    'geoms:print:value', @() geomsprint(1)
    'geoms:record:size', @() geoms(sys, [0 1], x0, 'Record', @(t,p,v) p')
    'geoms:reduce:formulation', @() geomsreduce(sys, 0, x0, 'Formulation', 'uode')
    'geoms:reduce:time', @() geomsreduce(sys, 'now', x0)
    'geoms:reduce:unknown', @() geomsreduce(sys, 0, x0, 'Initial', 'assume')
    'geoms:rhs:kind', @() geomsrhs(sys, 'psf')
    'geoms:rhs:options', @() geomsrhs(sys, 'uode', 'RelTol', 1e-3)
    'geoms:rhs:size', @() rhs_of(sys, 0, 1)
    'geoms:rhs:sizes', @() geomsrhs(geomssys ('mass', @(t,p) 1, 'force', @(t,p,v) [p; p]), 'uode')
    'geoms:rhs:type', @() rhs_of(sys, 'now', zeros (4, 1))
    'geoms:selector:finite', @() geoms(sys, [0 1], x0, 'Selector', [0 NaN])
    'geoms:selector:singular', @() geoms(sys, [0 1], x0, 'Selector', [1 0])
    'geoms:selector:size', @() geoms(sys, [0 1], x0, 'Selector', [0 1 0])
    'geoms:selector:type', @() geoms(sys, [0 1], x0, 'Selector', @(t,p) 'ab')
    'geoms:system:arity', @() geomssys('mass', 1, 'force', @(p) -p)
    'geoms:system:autonomous', @() geoms(geomssys ('mass', 1, 'force', @(t,p,v) t, 'autonomous', ...
        true), [0 1], struct ('p', 1))
    'geoms:system:change', @() geomssys(sys, 'force', 1)
    'geoms:system:pattern', @() geomssys('mass', ones (2, 1), 'force', @(t,p,v) -p, 'derive', 'off', ...
        'pattern', struct ('M', 1))
    'geoms:system:dims', @() geomssys('dims', struct ('np', -1), 'eom', @(t,x) x)
    'geoms:system:missing', @() geomssys('mass', 1)
    'geoms:system:missing', @() geomssys()
    'geoms:system:parameters', @() geomssys(geomssys ('mass', 1, 'force', @(t,p,v,q) -q.k * p, ...
        'parameters', struct ('k', 1)), 'parameters', struct ('c', 1))
    'geoms:system:mixed', @() geomssys(one{:}, 'eom', @(t,x) x)
    'geoms:system:multipliers', @() geoms(geomssys (one{:}, 'constraint', @(t,p) 0*p, ...
        'constraintJacobian', @(t,p,z) z.lambda, 'constraintAcceleration', @(t,p,v) 0*p), ...
        [0 1], struct ('p', 1))
    'geoms:system:name', @() geomssys(one{:}, 'constrain', 1)
    'geoms:system:names', @() geomssys(one{:}, 'names', struct ('p', {{'a', 'b'}}))
    'geoms:system:pairs', @() geomssys('mass')
    'geoms:system:reduced', @() geoms(pendulum ('reduced'), [0 1], x0)
    'geoms:system:rheonomic', @() geoms(with_function (geomssys (sys, 'derive', 'off'), ...
        'constraint', @(t,p) p'*p - 1 - t), [0 1], x0)
    'geoms:system:size', @() geomssys('mass', eye (2), 'force', @(t,p,v) 1)
    'geoms:system:sys', @() geoms(1, [0 1], x0)
    'geoms:system:twice', @() geomssys(one{:}, 'Mass', 2)
    'geoms:system:type', @() geomssys('mass', 1, 'force', 3)
    'geoms:system:vectorized', @() geomssys('mass', [1 1], 'force', @(t,p,v) -p * sum (p(:)), ...
        'vectorized', true)
    'geoms:terms:time', @() geomsterms(sys, 'now', x0)
    'geoms:test:which', @() geomstest('none')
    'geoms:tspan:order', @() geoms(sys, [0 1 1], x0)
    'geoms:tspan:type', @() geoms(sys, 1, x0)
    'geoms:tspan:type', @() geoms(sys, [0 1i], x0)
    'geoms:tspan:value', @() geoms(sys, [0 NaN], x0)
    'geoms:val:range', @() geomsval(geoms (batch, [0 1], x0), 2)
    'geoms:val:solution', @() geomsval(1, 1)
    'geoms:val:system', @() residuals_without_system(geoms (batch, [0 1], x0))
    'geoms:val:type', @() geomsval(geoms (batch, [0 1], x0), 'a')
    'geoms:x0:missing', @() geoms(sys, [0 1], struct ('v', [0; 1]))
    'geoms:x0:name', @() geoms(sys, [0 1], struct ('p', [1; 0], 'q', 1))
    'geoms:x0:size', @() geoms(sys, [0 1], struct ('p', 1))
    'geoms:x0:value', @() geoms(sys, [0 1], struct ('p', [NaN; 0]))
    'geoms:x0:vector', @() geoms(sys, [0 1], [0; 0; 0; 1; 0])
    };
end

% these call the MEX file itself, which only functions in the folder private can do
function list = tree_list ()
tree = geomstree ();
box = geomsaddbody (tree, 'box', 'joint', 'cylindrical', 'mass', 1, 'inertia', 1);
slide = geomssys (geomsaddjoint (box, 'prismatic', 'ground', 'box'));
flat = geomssys (geomsaddjoint (box, 'rolling', 'box', 'ground', 'axis', 'z', 'radius', 1));
top = geomssys (geomsaddbody (tree, 'top', 'joint', 'spherical', 'mass', 1, 'inertia', 1));
body = @(varargin) one_output(@geomsaddbody, tree, varargin{:});
joint = @(varargin) one_output(@geomsaddjoint, box, varargin{:});
list = {
    'geoms:tree:axis', @() body('a', 'axis', [0 0 0])
    'geoms:tree:coupling', @() joint('coupling', {'box.q1', 'box.q1'}, [1 1])
    'geoms:tree:driven', @() geomssys(geomsaddbody (tree, 'a', 'motion', 0))
    'geoms:tree:empty', @() geomssys(tree)
    'geoms:tree:flat', @() geoms(flat, [0 1])
    'geoms:tree:flipped', @() geoms(slide, [0 1], struct ('p', [0; pi]))
    'geoms:tree:gravity', @() geomstree('planar', true, 'gravity', [0 0 -1])
    'geoms:tree:inertia', @() body('a', 'mass', 1, 'inertia', [1 1 3])
    'geoms:tree:kind', @() body('a', 'joint', 'hinge')
    'geoms:tree:law', @() one_output(@geomsaddforce, box, 'law', @(t) t, 'box')
    'geoms:tree:length', @() joint('rod', 'ground', 'box', 'length', 0)
    'geoms:tree:law', @() one_output(@geomsaddforce, box, 'law', @(t) 1, 'box')
    'geoms:tree:loop', @() joint('rod', 'box', 'box')
    'geoms:tree:map', @() body('a', 'joint', 'user')
    'geoms:tree:mass', @() body('a', 'mass', -1)
    'geoms:tree:massless', @() geomssys(geomsaddbody (tree, 'a'))
    'geoms:tree:motion', @() body('a', 'motion', @(t) [t; t; t])
    'geoms:tree:name', @() body('a.b')
    'geoms:tree:option', @() body('a', 'weight', 1)
    'geoms:tree:output', @() geomsaddbody(tree, 'a')
    'geoms:tree:pairs', @() body('a', 'mass')
    'geoms:tree:parameter', @() geomssys(box, 'parameters', {'box.size'})
    'geoms:tree:pitch', @() body('a', 'pitch', 1)
    'geoms:tree:point', @() joint('rod', 'box', 1)
    'geoms:tree:radius', @() joint('rolling', 'box', 'ground')
    'geoms:tree:shape', @() body('a', 'shape', 'box')
    'geoms:tree:size', @() body({'a', 'b'}, 'mass', {1})
    'geoms:tree:table', @() body('a', 'motion', [0 0; 1 2])
    'geoms:tree:time', @() body('a', 'motion', @(t) [t; 1])
    'geoms:tree:tree', @() one_output(@geomsaddbody, 1, 'a')
    'geoms:tree:turn', @() body('a', 'turn', 2 * eye (3))
    'geoms:tree:twice', @() one_output(@geomsaddbody, box, 'box')
    'geoms:tree:unit', @() geoms(top, [0 1], struct ('p', [1; 1; 0; 0]))
    'geoms:tree:unknown', @() body('a', 'parent', 'b')
    'geoms:tree:value', @() body('a', 'at', 1)
    };
end

% files of URDF, each with one fault
function list = urdf_list ()
hinge = @(name, parent, child) sprintf (['<joint name="%s" type="revolute"><parent link="%s"/>', ...
    '<child link="%s"/><limit lower="%s" upper="1"/></joint>'], name, parent, child, name);
links = '<link name="a"/><link name="b"/>';
list = {
    'geoms:urdf:file', @() geomstree('urdf', tempname ())
    'geoms:urdf:joint', @() from_urdf([links, '<joint name="j" type="hinge"/>'])
    'geoms:urdf:limit', @() from_urdf([links, hinge('2', 'a', 'b')])
    'geoms:urdf:link', @() from_urdf([links, hinge('0', 'a', 'c')])
    'geoms:urdf:loop', @() from_urdf([links, hinge('0', 'a', 'b'), hinge('0.1', 'b', 'a')])
    'geoms:urdf:mimic', @() from_urdf([links, strrep(hinge ('0', 'a', 'b'), '<limit', ...
        '<mimic joint="1"/><limit')])
    'geoms:urdf:missing', @() from_urdf('<link/>')
    'geoms:urdf:number', @() from_urdf([links, hinge('zero', 'a', 'b')])
    'geoms:urdf:root', @() from_urdf(links)
    'geoms:urdf:syntax', @() from_urdf('<link name="a">')
    'geoms:urdf:twice', @() from_urdf([links, links])
    'geoms:urdf:xacro', @() from_urdf('<xacro:property name="m" value="1"/>')
    };
end

function from_urdf (text)
file = tempname ();
id = fopen (file, 'w');
fprintf (id, '<robot name="r">%s</robot>', text);
fclose (id);
cleaner = onCleanup (@() delete (file));
geomstree ('urdf', file);
end

function out = one_output (fcn, varargin)
out = fcn (varargin{:});
end

% of runs of trees: motions, reactions, films
function list = results_list ()
tree = geomsaddbody (geomstree (), 'arm', 'axis', 'y', 'mass', 1, 'com', [1 0 0], 'inertia', 1, 'q', 0.5);
spring = geomsaddforce (tree, 'spring', {'arm', [1 0 0]}, {'ground', [1 0 0]}, 'stiffness', 1);
sys = geomssys (spring);
sol = geoms (sys, [0 0.1]);
stiff = geomssys (geomssys (spring, 'parameters', 'spring1.stiffness'), 'parameters', 2);
lost = sol;
lost.y(sys.index.p, :) = 0;
gif = {'File', 'x.gif'};
film = @(varargin) geomsanimate (sol, sys, varargin{:});
list = {
    'geoms:animate:display', @() without_display(film)
    'geoms:animate:file', @() film('File', 'x.avi')
    'geoms:animate:option', @() film(gif{:}, 'Times', 0, 'Speed', 1)
    'geoms:animate:points', @() film(gif{:}, 'Times', 0, 'Points', @(t,x) 'x')
    'geoms:animate:value', @() film(gif{:}, 'Speed', 0)
    'geoms:reaction:axes', @() geomsreaction(sol, sys, 'arm', 'axes', 'body')
    'geoms:results:parameters', @() geomsmotion(sol, stiff, 'arm')
    'geoms:results:solution', @() geomsmotion(1, sys, 'arm')
    'geoms:results:state', @() geomsmotion(lost, sys, 'arm')
    'geoms:results:system', @() geomsenergy(sol, pendulum ('mechanical'))
    'geoms:terms:value', @() geomsterms(sys, 0, struct ('p', 0))};
end

% a host that has a display cannot show what is raised without
function without_display (film)
if ~isempty (getenv ('DISPLAY')) || ispc ()
    error ('geoms:animate:display', 'There is a display.');
end
film ();
end

function list = gateway_list ()
list = {
    'geoms:derive:class', @(mex, core) taped(mex, 'SIN', 'a')
    'geoms:derive:table', @(mex, core) tabled(mex)
    'geoms:derive:node', @(mex, core) taped(mex, 'SIN', int32 (7))
    'geoms:derive:table', @falling_table
    'geoms:derive:size', @(mex, core) taped(mex, 'SIN', zeros (ones (1, 17) + (1:17 == 17)))
    'geoms:gateway:tape', @(mex, core) taped(mex, 'SINE', 1)
    'geoms:gateway:arguments', @(mex, core) mex('free')
    'geoms:gateway:busy', @used_by_itself
    'geoms:gateway:call', @used_before_run
    'geoms:gateway:command', @(mex, core) mex('make')
    'geoms:gateway:field', @(mex, core) create(mex, rmfield (core, 'dims'))
    'geoms:gateway:full', @too_many
    'geoms:gateway:handle', @(mex, core) mex('get', 12345)
    'geoms:gateway:size', @(mex, core) mex('create', core, geomsset (), problem (4))
    'geoms:gateway:type', @(mex, core) mex('create', core, geomsset (), 1)
    'geoms:gateway:value', @(mex, core) create(mex, setfield (core, 'form', 'other'))
    };
for i = 1:size (list, 1)
    fcn = list{i, 2};
    list{i, 2} = @() in_private (fcn);
end
end

function in_private (fcn)
sys = pendulum ('residual');
old = pwd ();
restorer = onCleanup (@() cd (old));
cd (fullfile (toolbox (), 'private'));
fcn (@geoms_mex, gate_system (sys));
end

function id = falling_table (mex, core) %#ok<INUSD>
mex ('tapebegin', 100);
closer = onCleanup (@() mex ('tapeend'));
id = mex ('tapetable', [1 0], 1, 0);
end

function id = taped (mex, varargin)
mex ('tapebegin', 100);
cleaner = onCleanup (@() mex ('tapeend'));
id = mex ('tape', varargin{:});
end

function id = tabled (mex)
mex ('tapebegin', 100);
cleaner = onCleanup (@() mex ('tapeend'));
id = mex ('tapetable', [0 2 1], ones (2), 0.5);
end

function handle = create (mex, core)
handle = mex ('create', core, geomsset (), problem (5));
end

% for 'create'; n should be 5
function given = problem (n)
x0 = [0; 0; 0; 1; 0];
given = struct ('rtol', 1e-6 * ones (n, 1), 'atol', 1e-6 * ones (n, 1), 'tspan', [0 1], ...
    'x0', x0(1:n), 'fixed', [], 'weights', [], 'independent', [], 'reduced', 0, 'state', [], ...
    'nevents', 0, 'action', 0, 'output', 0);
end

% ---- what the cases need ----

function complete (list)
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
text = '';
for folder = {fullfile('toolbox', '*.m'), fullfile('toolbox', 'private', '*.m'), ...
        fullfile('mex', 'gateway', '*.c')}
    files = dir (fullfile (root, folder{1}));
    where = fileparts (fullfile (root, folder{1}));
    for i = reshape (find (~strcmp ({files.name}, 'help_written.m')), 1, [])    % a list, raises nothing
        text = [text, fileread(fullfile (where, files(i).name))]; %#ok<AGROW>
    end
end
found = unique (regexp (text, 'geoms:[a-z0-9]+:[a-zA-Z]+', 'match'));
elsewhere = {'geoms:test:failed', 'geoms:test:missing', 'geoms:interrupted', 'geoms:levels:', ...
    'geoms:events:missed', 'geoms:steps:chatter', 'geoms:rank:singular', 'geoms:rank:changed', 'geoms:rank:locked', ...
    'geoms:tolerance:size', ...
    'geoms:checkpoint:write', 'geoms:initial:moved', 'geoms:partition:contradiction', ...
    'geoms:partition:passed', 'geoms:selector:passed', 'geoms:tree:nearlyMassless', ...
    'geoms:tree:tableEnds', ...
    'geoms:tree:motionJumps', 'geoms:tree:overlooked', 'geoms:tree:overshoot', 'geoms:derive:differs', 'geoms:derive:called', ...
    'geoms:derive:differences', 'geoms:sweep:write', 'geoms:mass:undamped', 'geoms:urdf:mesh', ...
    'geoms:urdf:ignored', 'geoms:time:slow', 'geoms:steps:small'};
of_sweeps = {'checkpoint', 'count', 'failed', 'folder', 'missing', 'parameters', 'progress', 'start', ...
    'task', 'tasks'};    % raised in test_geomssweep
elsewhere = [elsewhere, strcat('geoms:sweep:', of_sweeps)];
missing = setdiff (found, [list(:, 1)', elsewhere]);
check (isempty (missing), 'no case raises %s', sprintf ('%s ', missing{:}));
unused = setdiff (list(:, 1)', found);
check (isempty (unused) || ~has_sources (), 'not in the sources: %s', sprintf ('%s ', unused{:}));
end

% the text is a sentence without a format left over
function raised (identifier, fcn)
text = check_error (identifier, fcn);
check (numel (text) > 20 && isempty (strfind (text, '%d')) && isempty (strfind (text, '%s')), ...
    'the message is: %s', text);
end

function six_outputs (sys, x0)
[t, y, te, ye, ie, more] = geoms (sys, [0 1], x0); %#ok<ASGLU>
end

function res = some_runs (sys, x0)
res = geomscompare (sys, [0 0.1], x0, 'Formulations', 'psf', 'Tolerances', 1e-3, 'Display', 'off', ...
    'Plot', 'off');
end

function yp = rhs_of (sys, t, y)
f = geomsrhs (sys, 'uode');
yp = f (t, y);
end

function residuals_without_system (sol)
[y, yp, res] = geomsval (sol, 0.5); %#ok<ASGLU>
end

function sys = with_function (sys, name, fcn)
sys.functions.(name) = fcn;
sys.extra.(name) = [false false];
end

function sys = changed (sys, change)
force = sys.functions.force;
sys.functions.force = @(t,p,v) change (force (t, p, v), t);
end

function y = single_if (condition, y)
if condition
    y = single (y);
end
end

% the system of a library with a model that has nothing but its size
function native (abi, symbol, q)
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() rmdir (folder, 's'));
text_file = fullfile (folder, 'model.c');
library = fullfile (folder, 'model.so');
file = fopen (text_file, 'w');
fprintf (file, '#include "geoms_model.h"\n');
fprintf (file, 'GEOMS_EXPORT const GeomsModel model = {%s, .size = sizeof (GeomsModel)};\n', abi);
fclose (file);
include = fullfile (fileparts (toolbox ()), 'mex', 'core', 'include');
status = system (sprintf ('cc -shared -fPIC -I "%s" "%s" -o "%s"', include, text_file, library));
check (status == 0);
geomssys ('library', library, 'symbol', symbol, 'parameters', q);
end

function without_partial ()
in_copy (copied_toolbox (tempname ()), @() geomslast ());
end

function without_mex ()
in_copy (copied_toolbox (tempname ()), @() geomsget ([], 'RelTol'));
end

function without_header ()
in_copy (copied_toolbox (tempname ()), @() geomsexport ('include'));
end

function without_compiler ()
old = getenv ('PATH');
restorer = onCleanup (@() setenv ('PATH', old));
setenv ('PATH', tempname ());
evalc ('geomsbuild (tempdir ())');
end

% the target is a folder with the name of the MEX file
function build_into_file ()
folder = tempname ();
mkdir (fullfile (folder, ['geoms_mex.', mexext], 'full'));
cleaner = onCleanup (@() rmdir (folder, 's'));
mkdir (fullfile (folder, ['geoms_mex.', mexext], ['geoms_mex.', mexext]));
mkdir (fullfile (folder, ['geoms_mex.', mexext], ['geoms_mex.', mexext], 'full'));
geomsbuild (folder);
end

% geomsbuild of a copy whose only C files hold this text
function build_elsewhere (text)
root = tempname ();
mkdir (root);
for name = {'core', 'gateway'}
    mkdir (fullfile (root, 'mex', name{1}));
    if ~isempty (text)
        file = fopen (fullfile (root, 'mex', name{1}, [name{1}, '.c']), 'w');
        fprintf (file, '%s\n', text);
        fclose (file);
    end
end
copyfile (fullfile (fileparts (toolbox ()), 'mex', 'flags.txt'), fullfile (root, 'mex'));
in_copy (copied_toolbox (fullfile (root, 'toolbox')), @() evalc ('geomsbuild ();'));
end

function folder = copied_toolbox (folder)
mkdir (folder);
mkdir (fullfile (folder, 'private'));
copyfile (fullfile (toolbox (), '*.m'), folder);
copyfile (fullfile (toolbox (), 'private', '*.m'), fullfile (folder, 'private'));
end

function folder = toolbox ()
folder = fullfile (fileparts (fileparts (fileparts (mfilename ('fullpath')))), 'toolbox');
end

% with a copy of the toolbox in the place of the toolbox
function in_copy (folder, fcn)
old = path ();
here = cd (folder);
restorer = onCleanup (@() restore (old, here, folder));
rmpath (toolbox ());
addpath (folder);
clear geomsbuild geomsexport geomsget geomslast
fcn ();
end

function restore (old, here, folder)
cd (here);
path (old);
rmdir (folder, 's');
clear geomsbuild geomsexport geomsget geomslast
end

% a function of a run that runs this run
function used_by_itself (mex, core)
handle = create (mex, core);
cleaner = onCleanup (@() mex ('free', handle));
hooks = struct ('guard', @call_guard, 'events', [], 'recorded', [], 'action', [], ...
    'selector', [], 'monitor', [], ...
    'outputs', 0, 'progress', 0, 'checkpoint', 0, 'slow', 0);
again = core;
again.eom = @(t, x) mex ('run', handle, core, hooks);
[status, err] = mex ('run', handle, again, hooks); %#ok<ASGLU>
error (err.identifier, '%s', err.message);
end

function used_before_run (mex, core)
core.mass = @(t,x) eye (2);
core.mass_matrix = [];
core.mass_structure = 1;
core.guard = [];
handle = create (mex, core);
cleaner = onCleanup (@() mex ('free', handle));
hooks = struct ('guard', [], 'events', [], 'recorded', [], 'action', [], ...
    'selector', [], 'monitor', [], ...
    'outputs', 0, 'progress', 0, 'checkpoint', 0, 'slow', 0);
[status, err] = mex ('run', handle, core, hooks); %#ok<ASGLU>
error (err.identifier, '%s', err.message);
end

function too_many (mex, core)
handles = [];
try
    for i = 1:300
        handles(i) = create (mex, core); %#ok<AGROW>
    end
catch e
    arrayfun (@(handle) mex ('free', handle), handles);
    check (~mex ('alive', handles(1)));
    rethrow (e);
end
end

%!test
%! [~, failed] = test_errors ();
%! assert (failed, 0);

% the mean of all that it was ever called with
function f = keeps (t, p, v) %#ok<INUSD>
persistent list
list = [list, p];
f = sum (list, 2) / size (list, 2);
end

% an entry of the mass matrix that comes up later
function sys = later_entry ()
M = @(t) speye (21) + (t > 0.5) * sparse ([1 2], [2 1], 0.1, 21, 21);
sys = geomssys ('mass', @(t,p) M (t), 'force', @(t,p,v) -p, 'derive', 'off');
end
