function yes = isequal (a, b, varargin)
yes = trace_state ('active') && isequal (size (a), size (b));    % a value that a function has kept: no
if yes
    yes = logical (all (reshape (a == b, [], 1)));
end
for i = 1:numel (varargin)
    yes = yes && isequal (a, varargin{i});
end
end
