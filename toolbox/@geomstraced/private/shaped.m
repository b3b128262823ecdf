function r = shaped (name, r, varargin)
%SHAPED  The builtin of this name on the nodes; further arguments must be known numbers.

if ~isobject (r)
    refuse (name, 'a size or a position that depends on the unknowns');
end
list = varargin;
for i = 1:numel (list)
    if isobject (list{i})
        list{i} = numbers (list{i}.id, name);
    end
end
fcn = str2func (name);
r.id = fcn (r.id, list{:});

end
