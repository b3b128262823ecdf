function sys = derive_system (sys, t, at)
%DERIVE_SYSTEM  Hidden constraints and derivatives of a system in the mechanical form, from its functions:
%   sys.derive, see SYS_DERIVE_OFF.
%   at is a state by name, t its time, near which the system will be used. Refused, with
%   geoms:derive:refused, is what cannot be recorded; geoms:derive:check tells functions whose values
%   are others than those recorded, and levels that are given and wrong.

watch = tic;
[described, recorded, closer] = derive_recorded (sys, t, at); %#ok<ASGLU>
[numbers, facts, levels] = gate_call ('derive', described);
if ~facts.affine
    error ('geoms:derive:check', ['nonholonomic: it is not affine in v, H Z v + h with H and h that ', ...
        'depend on t and p.']);
end
derive_check (sys, described, recorded, levels);
sys.derive.numbers = numbers;
sys.derive.operations = facts.operations;
sys.derive.seconds = toc (watch);
sys.has = struct ('jac', true, 'parts', true);

end
