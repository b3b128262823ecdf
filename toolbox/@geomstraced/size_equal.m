function yes = size_equal (a, varargin)
yes = true;
for i = 1:numel (varargin)
    yes = yes && isequal (size (a), size (varargin{i}));
end
end
