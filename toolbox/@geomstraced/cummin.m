function [r, where] = cummin (r, varargin)
where = [];
if nargout > 1
    [r, where] = of_constants ('cummin', [{r}, varargin]);
    return
end
list = [varargin, {[]}];
r = running ('MIN', r, list{1});
end
