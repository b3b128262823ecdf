function text = advice (name)
%ADVICE  What can be written in the place of a function that is not recorded.

list = {
    {'find', 'sortrows', 'lookup', 'histc'}, ': write (d > 0) .* d in the place of d(find (d > 0))'
    {'sort', 'median', 'unique', 'mode', 'quantile', 'ismember', 'setdiff', 'intersect', 'union'}, ...
    ': write max, min or if'
    {'eig', 'svd', 'schur', 'null', 'orth', 'pinv', 'rank', 'qr', 'lu', 'chol', 'sqrtm', 'logm', 'expm', 'cond'}, ...
    ': write A \ b, or what it comes to by sin, cos, sqrt'
    {'fzero', 'fsolve', 'fminsearch', 'fminbnd'}, ...
    ': write a fixed number of steps of Newton, or make the root an unknown w of ''auxiliary'''
    {'ode45', 'ode23', 'ode15s', 'lsode', 'integral', 'quad', 'quadgk', 'quadl', 'quadv', 'dblquad'}, ...
    ': make the integral an unknown r of ''dynamics'', or sum at fixed points'
    {'erf', 'erfc', 'erfinv', 'gamma', 'gammaln', 'beta', 'besselj', 'besseli', 'bessely', 'besselk', ...
    'ellipj', 'ellipke'}, ': write a series, or a table: interp1 (x, y, p(1), ''spline'')'
    {'max', 'min', 'cummax', 'cummin'}, ', with two results: write if'
    {'mldivide', 'det', 'norm'}, [': A \ b is of square matrices with at most 24 rows, det of 8, norm of ', ...
    'vectors or ''fro''']
    {'single'}, ': leave it out'
    {'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'}, ...
    ': write round, floor or fix'
    {'fprintf', 'printf', 'puts', 'fdisp', 'fputs', 'fwrite'}, ': print in an OutputFcn of geomsset'
    {'num2str', 'sprintf', 'int2str', 'mat2str', 'char', 'dec2bin'}, ...
    ': texts are not recorded'
    {'complex'}, ': write real and imaginary part'
    {'interp2', 'interp3', 'interpn'}, ': write interp1 along each axis'};
text = '';
for i = 1:size (list, 1)
    if any (strcmp (name, list{i, 1}))
        text = list{i, 2};
    end
end

end
