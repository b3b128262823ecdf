function varargout = cellfun (f, varargin)
%CELLFUN  During a trace: results that are recorded numbers are put together, which the builtin cannot.

n = max (nargout, 1);
[list, uniform] = options (varargin);
if ~uniform || ischar (f) || ~geomstraced ('active')
    [varargout{1:n}] = builtin ('cellfun', f, varargin{:});
    return
end
all_of_them = cell (1, n);
[all_of_them{:}] = builtin ('cellfun', f, list{:}, 'UniformOutput', false);
for i = 1:n
    c = all_of_them{i};
    if any (cellfun_objects (c))
        varargout{i} = reshape (cat (1, c{:}), size (c)); %#ok<AGROW>
    else
        varargout{i} = builtin ('cellfun', @(y) y, c); %#ok<AGROW>
    end
end

end

function yes = cellfun_objects (c)
yes = builtin ('cellfun', @isobject, c(:));
end

% cells, and whether results are put together
function [list, uniform] = options (list)
uniform = true;
for i = 1:numel (list) - 1
    if ischar (list{i})
        uniform = ~strcmpi (list{i}, 'UniformOutput') || isequal (logical (list{i + 1}), true);
        if uniform
            list = list(1:i - 1);
        end
        return
    end
end
end
