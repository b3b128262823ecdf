function r = horzcat (varargin)
[list, r] = joined (varargin);
r.id = horzcat (list{:});    % which skips 1 x 0 and 0 x 1, as brackets do; cat does not
end
