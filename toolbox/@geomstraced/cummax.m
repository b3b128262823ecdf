function [r, where] = cummax (r, varargin)
where = [];
if nargout > 1
    [r, where] = of_constants ('cummax', [{r}, varargin]);
    return
end
list = [varargin, {[]}];
r = running ('MAX', r, list{1});
end
