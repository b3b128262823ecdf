function yes = isequal (a, b, varargin)
yes = isequal (size (a), size (b));
if yes
    yes = logical (all (reshape (a == b, [], 1)));
end
for i = 1:numel (varargin)
    yes = yes && isequal (a, varargin{i});
end
end
