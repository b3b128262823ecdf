function varargout = arrayfun (f, varargin)
%ARRAYFUN  During a trace: as CELLFUN of the elements.

list = varargin;
last = numel (list);
for i = 1:numel (list)
    if ischar (list{i})
        last = i - 1;
        break
    end
end
for i = 1:last
    list{i} = num2cell (list{i});
end
[varargout{1:max(nargout, 1)}] = cellfun (f, list{:});

end
