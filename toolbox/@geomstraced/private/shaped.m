function r = shaped (name, r, varargin)
%SHAPED  The builtin of this name on the nodes; further arguments must be known numbers.

if ~isobject (r)
    refuse (sprintf ('''%s'' by a size or place that depends on the unknowns', name));
end
list = varargin;
for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, sprintf ('a size or place in ''%s''', name));
    end
end
fcn = str2func (name);
r.id = fcn (r.id, list{:});

end
