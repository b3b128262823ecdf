function faults = mfile_brackets (code)
%MFILE_BRACKETS  Blanks and line breaks inside brackets that MATLAB reads otherwise than Octave.
%   faults = mfile_brackets (code), code of MFILE_TOKENS; rows {line, what is wrong}
%
%   Inside [ ] and { } a blank separates two elements in MATLAB, also in an index in braces and in the
%   body of an anonymous function, where Octave is less strict: {@(c) f (c, 3)}, x{min (end, 3)}.

inside = code.inner == '[' | code.inner == '{';
before = [' ', code.kind(1:end - 1)];
follows = [false, code.operand(1:end - 1) & ~code.head(1:end - 1)];

call = inside & ismember (code.kind, '({') & code.before & follows & ismember (before, 'wf)]}''');
faults = mfile_tell (code, call, 'a blank before %s inside brackets: a new element begins in MATLAB');

% [1 -1] are two elements to everybody
binary = ismember (code.word, {'+', '-', '*', '/', '\', '^', '.*', './', '.\', '.^', '==', '~=', '<', ...
    '>', '<=', '>=', '&', '|', '&&', '||', ':'}) & follows;
sign = ismember (code.kind, '+-') & code.before & before == 'n' & ~code.lambda;
faults = [faults; mfile_tell(code, inside & binary & code.before ~= code.after & ~sign, ...
    'a blank on one side of %s inside brackets: one element or two?')];

torn = code.kind == 'b' & inside & ~follows & ~ismember (before, '[{,;b');
faults = [faults; mfile_tell(code, torn, 'a line inside brackets ends with an operator: say ...')];
faults = [faults; mfile_tell(code, code.kind == 'b' & code.inner == '(', ...
    'a line ends inside ( ): say ...')];

end
