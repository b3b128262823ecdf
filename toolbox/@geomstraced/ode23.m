function varargout = ode23 (varargin)
[varargout{1:nargout}] = of_constants ('ode23', varargin);
end
