function fcn = malformed_function (fcn)
%MALFORMED_FUNCTION  A function in the place of another one, that takes or returns something else.

kinds = {'rubbish', 'spoiled', 'later', 'raises', 'nothing', 'plain'};
kind = malformed_draw (kinds);
count = arguments_of (fcn);
if malformed_draw () < 0.2
    count = malformed_draw (8) - 2;
end
answer = malformed_rubbish_for (kind);
switch count
    case -1
        fcn = @(varargin) malformed_answer (fcn, kind, answer, varargin{:});
    case 0
        fcn = @() malformed_answer (fcn, kind, answer);
    case 1
        fcn = @(a) malformed_answer (fcn, kind, answer, a);
    case 2
        fcn = @(a, b) malformed_answer (fcn, kind, answer, a, b);
    case 3
        fcn = @(a, b, c) malformed_answer (fcn, kind, answer, a, b, c);
    case 4
        fcn = @(a, b, c, d) malformed_answer (fcn, kind, answer, a, b, c, d);
    case 5
        fcn = @(a, b, c, d, e) malformed_answer (fcn, kind, answer, a, b, c, d, e);
    otherwise
        fcn = @(a, b, c, d, e, f) malformed_answer (fcn, kind, answer, a, b, c, d, e, f);
end

end

function count = arguments_of (fcn)
count = -1;
try
    count = nargin (fcn);
catch e %#ok<NASGU>
end
end

function answer = malformed_rubbish_for (kind)
answer = [];
if any (strcmp (kind, {'rubbish', 'later'}))
    answer = malformed_rubbish ();
end
end
