function list = opt_list ()
%OPT_LIST  All options, a struct array.
%   Fields: name, kind, default, choices, lowest, highest, reason. The core's own
%   list comes from the gateway; in front of it stand those that the toolbox uses.

persistent known
if isempty (known)
    core = gate_call ('options');
    known = [own_list(); core(:)];
    known(strcmp ('Selector', {known.name})) = own ('Selector', 'selector', 'tangent', ...
        {'tangent', 'rows'}, ['how the differential rows of psf and psi1 are selected: along the ', ...
        'constraints'' tangent, some of the rows, or rows of your own, as a matrix, struct (p, v) or ', ...
        'function of (t, p)']);
end
list = known;

end

function list = own_list ()
on_off = {'off', 'on'};
list = [
    tolerance('RelTol', 10 * eps, 1, 'relative tolerance, one for all or each unknown [RTOL]')
    tolerance('AbsTol', 0, Inf, 'absolute tolerance, one for all or each unknown [ATOL]')
    own('Events', 'function', 'none', {}, 'functions whose zeros are found, see geomsfcn_events')
    own('EventAction', 'function', 'none', {}, 'changes the state at events, see geomsfcn_events')
    own('OutputFcn', 'function', 'none', {}, 'called after each step, see geomsfcn_output')
    own('OutputSel', 'index', [], {}, 'rows of sol.y for OutputFcn; []: all')
    own('Independent', 'index', [], {}, ['partition-fixed: numbers of the independent ', ...
    'velocities; []: chosen by pivoting, and again when it is needed'])
    own('Record', 'function', 'none', {}, ['what shall stand in sol.record at all outputs: ', ...
    '@(t,p,v,z), residual form @(t,x)'])
    own('Progress', 'choice', 'off', on_off, 'print how far the run is, if it takes a while')
    own('Checkpoint', 'file', '', {}, 'file that the solution is written to during the run')
    own('CheckpointInterval', 'real', 60, {}, 'seconds between two writings of Checkpoint, more than 0')
    own('Stats', 'choice', 'off', on_off, 'print statistics at the end')
    own('Display', 'choice', 'on', {'on', 'off'}, ['warn of runs that fail, will take minutes yet, ', ...
    'or of what else should be known'])];
end

function e = own (name, kind, standard, choices, reason)
e = struct ('name', name, 'kind', kind, 'default', standard, 'choices', {choices}, ...
    'lowest', 0, 'highest', Inf, 'reason', reason);
end

function e = tolerance (name, lowest, highest, reason)
e = own (name, 'tolerance', 1e-6, {}, reason);
e.lowest = lowest;
e.highest = highest;
end
