function sys = pendulum (form, varargin)
%PENDULUM  The pendulum of length and mass 1 in all the ways to write it down.
%   sys = pendulum ('mechanical', 'Name', value, ...) with further names for geomssys
%   The gravity makes its period 2 if it is let go in a horizontal position. Unknowns: [lambda; v;
%   p].

g = 13.750371636040745655;
loop = {'mass', eye(2), 'force', @(t,p,v) [0; -g], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v)};
switch form
    case 'mechanical'
        sys = geomssys (loop{:}, varargin{:});
    case 'lacking'
        sys = geomssys (loop{1:8}, 'derive', 'off', varargin{:});
    case 'velocity'
        sys = geomssys (loop{:}, 'constraintVelocity', @(t,p,v) 2*(p'*v), varargin{:});
    case 'varying mass'
        sys = geomssys ('mass', @(t,p) eye (2), loop{3:end}, varargin{:});
    case 'vectorized'
        sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0*t; 0*t - g], ...
            'constraint', @(t,p) p(1,:).*p(1,:) + p(2,:).*p(2,:) - 1, ...
            'constraintJacobian', @(t,p) reshape (2*p, 1, 2, []), ...
            'constraintAcceleration', @(t,p,v) 2*(v(1,:).*v(1,:) + v(2,:).*v(2,:)), ...
                'vectorized', true, ...
            varargin{:});
    case 'columns'
        sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0*t; 0*t - g], ...
            'constraint', @(t,p) p(1)*p(1) + p(2)*p(2) - 1, 'constraintJacobian', @(t,p) 2*p', ...
            'constraintAcceleration', @(t,p,v) 2*(v(1)*v(1) + v(2)*v(2)), varargin{:});
    case 'model'
        sys = geomssys ('mass', [1 1], 'model', @(t,p,v) struct ('f', [0; -g], 'g', p'*p - 1, ...
            'G', 2*p', 'gIIpart', 2*(v'*v)), varargin{:});
    case 'residual'
        sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) rda (x, g), ...
            'mass', eye (2), varargin{:});
    case 'residual batch'
        sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) rda (x, g), ...
            'mass', eye (2), 'vectorized', true, varargin{:});
    case 'residual jac'
        sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) rda (x, g), ...
            'jac', @(t,x) jac (x, g), varargin{:});
    case 'reduced'
        sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) without_first (rda (x, ...
            g)), ...
            'jac', @(t,x) without_first (jac (x, g)), varargin{:});
    otherwise
        error ('geoms:test:form', 'There is no form %s.', form);
end

end

function y = rda (x, g)
lambda = x(1,:);
v = x(2:3,:);
p = x(4:5,:);
pp = p(1,:).*p(1,:) + p(2,:).*p(2,:);
y = [2*(v(1,:).*v(1,:) + v(2,:).*v(2,:)) - 2*g*p(2,:) - 4*lambda.*pp
    2*(p(1,:).*v(1,:) + p(2,:).*v(2,:))
    pp - 1
    -2*p(1,:).*lambda
    -g - 2*p(2,:).*lambda
    v];
end

function J = jac (x, g)
lambda = x(1);
v = x(2:3)';
p = x(4:5)';
J = [-4*(p*p'), 4*v, -8*lambda*p - [0, 2*g]
    0, 2*p, 2*v
    0, 0, 0, 2*p
    -2*p', zeros(2), -2*lambda*eye(2)
    zeros(2, 1), eye(2), zeros(2)];
end

function y = without_first (y)
y = y(2:end,:);
end
