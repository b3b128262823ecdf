function q = sweep_parameters (s, k)
%SWEEP_PARAMETERS  Parameters of the member k of a sweep, in the shape of those of the system.

if isempty (s.Q)
    q = s.sys.parameters;
elseif isstruct (s.Q)
    q = s.Q(min (k, numel (s.Q)));
else
    q = double (full (s.Q(:, min (k, size (s.Q, 2)))));
    if numel (q) == numel (s.sys.parameters)
        q = reshape (q, size (s.sys.parameters));
    end
end

end
