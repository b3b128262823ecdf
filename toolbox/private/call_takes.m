function text = call_takes (count)
%CALL_TAKES  How many arguments a function takes, in words, from what nargin tells: 'no arguments',
%   '1 argument', '2 arguments and varargin'.

fixed = count - (count < 0) * (2 * count + 1);
words = {'no arguments', '1 argument', sprintf('%d arguments', fixed)};
text = words{1 + min(fixed, 2)};
if count == -1
    text = 'varargin alone';
elseif count < 0
    text = [text, ' and varargin'];
end

end
