function h = truck_road (t, way, q)
% TRUCK_ROAD  Height of the road under a wheel of the truck, with two derivatives.
%   H = TRUCK_ROAD (T, WAY, Q) has a column (u, u', u'') for each of the times T (1 x k). The bump
%   is WAY metres before the wheel at the start: with tau = T - WAY/Q.speed
%
%       u = Q.height tau^6 exp (-tau)    from tau = 0 on, before it 0
%
%   of which five derivatives are continuous. Q comes from TRUCK_PARAMETERS.
%
%   Source: Eich-Soellner, Fuehrer (1998), see TRUCK_PARAMETERS.
%
%   See also TRUCK_SYSTEM, TRUCK_BODIES.

tau = max (t - way / q.speed, 0);
e = q.height * tau.^4 .* exp (-tau);
h = [e .* tau.^2; e .* tau .* (6 - tau); e .* (30 - 12 * tau + tau.^2)];

end
