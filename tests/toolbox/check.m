function check (condition, varargin)
%CHECK  Fails unless the condition holds.
%   check (condition, 'format', values, ...) says what went wrong.

if ~isequal (logical (condition), true)
    if nargin < 2
        varargin = {'The condition does not hold.'};
    end
    error ('geoms:test:check', varargin{:});
end

end
