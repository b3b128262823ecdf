function varargout = nthroot (varargin) %#ok<STOUT>
refuse ('nthroot', 'of a value that depends on the unknowns', varargin);
end
