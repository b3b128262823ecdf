function at = derive_parameters (q, first, fixed)
%DERIVE_PARAMETERS  Parameters of a system as inputs of the tape, those from the number first on.
%     parameters   q;   values, leaves   of DERIVE_LEAVES;   id   nodes of all values
%     fixed        which of them are constants, column: as few as possible where it is [] or left out
%     used         whether there are inputs;   shadows   [], or what DERIVE_SHADOWS keeps

[values, ~, leaves] = derive_leaves (q);
geomstraced ('parameters', first);
if nargin < 3 || isempty (fixed)
    fixed = ~isfinite (values);
end
at = struct ('parameters', [], 'values', values, 'leaves', [], 'id', ...
    int32 (zeros (numel (values), 1)), 'fixed', fixed, 'used', ~all (fixed) && ~isempty (values), ...
    'shadows', []);
at.parameters = q;
at.leaves = leaves;
if at.used
    at.id = gate_call ('tapeinputs', first + (0:numel (values) - 1)');
end

end
