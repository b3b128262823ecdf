function list = colon (a, varargin)
list = {a, varargin{:}}; %#ok<CCAT>
for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, 'a range');
    end
end
list = colon (list{:});
end
