function r = merge (varargin)
[list, r] = joined (varargin);
r.id = tape ('SELECT', list{:});
end
