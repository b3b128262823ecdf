function varargout = malformed_answer (fcn, kind, answer, varargin)
%MALFORMED_ANSWER  What a spoiled function of the user returns, see malformed_function.
%   'rubbish'  always the same; 'later': after some calls;  'spoiled': the right value, spoiled;
%   'raises': an error, sometimes;  'nothing': no value at all;  'plain': what fcn returns.
%   An error of fcn itself becomes 'user:own', so that it is known to be the user's.

if strcmp (kind, 'nothing')
    return
elseif strcmp (kind, 'raises') && malformed_draw () < 0.3
    error (malformed_draw ({'user:own', 'user:own:too'}), 'The user''s own error.');
elseif strcmp (kind, 'rubbish') || (strcmp (kind, 'later') && malformed_draw () < 0.1)
    varargout = {answer};
    return
end
try
    [varargout{1:max(nargout, 1)}] = fcn (varargin{:});
catch e %#ok<NASGU>
    error ('user:own', 'The user''s function failed.');
end
if strcmp (kind, 'spoiled') && malformed_draw () < 0.3
    varargout{1} = malformed_spoil (varargout{1});
end

end
