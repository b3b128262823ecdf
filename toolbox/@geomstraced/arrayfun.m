function varargout = arrayfun (f, varargin)
list = varargin;
for i = 1:numel (list)
    if isobject (list{i})
        list{i} = num2cell (list{i});
    elseif isnumeric (list{i}) && (i == 1 || ~ischar (list{i - 1}))
        list{i} = num2cell (list{i});
    end
end
[varargout{1:max(nargout, 1)}] = cellfun (f, list{:});
end
