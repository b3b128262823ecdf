function faults = mfile_syntax (code)
%MFILE_SYNTAX  What only one of MATLAB and Octave 7 understands, but for functions.
%   faults = mfile_syntax (code), code of MFILE_TOKENS; rows {line, what is wrong}

first = [true, diff(code.statement) > 0];
faults = [
    mfile_tell(code, code.kind == '#', 'a comment with #: only in Octave')
    mfile_tell(code, ismember (code.word, octave_operators ()), 'the operator %s: only in Octave')
    mfile_tell(code, first & ismember (code.word, octave_keywords ()), 'the keyword %s: only in Octave')
    mfile_tell(code, first & ismember (code.word, {'arguments', 'classdef'}), ...
        '%s: Octave 7 has no such blocks, or ignores them')
    mfile_tell(code, code.kind == 's' & strncmp (code.word, '"', 1), ...
        '%s in double quotes: an object in MATLAB, characters in Octave')
    mfile_tell(code, ismember (code.word, {'''', '"'}) & ~transposes (code), 'a quote without its other')
    mfile_tell(code, strcmp (code.word, '=') & code.inner == '(', 'an assignment inside ( )')
    mfile_tell(code, strncmp (code.word, '_', 1) & ~touched (code), ...
        'the name %s begins with _: only in Octave')
    mfile_tell(code, touched (code), 'the number goes on with %s')
    mfile_tell(code, indexed (code), 'the result of a call or of brackets is indexed: only in Octave')
    mfile_tell(code, commands (code), 'MATLAB reads a command with words: blanks on both sides of %s')
    mfile_tell(code, clauses (code), 'code after catch and its name: begin a line, or set a comma')
    mfile_tell(code, over_found (code), ['a for over find or unique, which may be 0 x 1 and then runs ', ...
    'once: reshape (find (...), 1, [])'])
    unbalanced(code)];

end

function list = octave_operators ()
list = {'!', '!=', '**', '**=', '.**', '+=', '-=', '*=', '/=', '^=', '|=', '&=', '++', '--'};
end

function list = octave_keywords ()
list = {'do', 'until', 'unwind_protect', 'unwind_protect_cleanup', 'end_unwind_protect', ...
    'end_try_catch', 'endif', 'endwhile', 'endfor', 'endparfor', 'endswitch', 'endfunction'};
end

function yes = transposes (code)
yes = [false, code.operand(1:end - 1)] & ~code.before;
end

% 0x1F, 0b11, 1_000
function yes = touched (code)
yes = [false, code.kind(1:end - 1) == 'n'] & code.kind == 'w' & ~code.before;
end

% f(x)(1), f (x) (1), [1 2](1), {1, 2}{1}, 'abc'(1); not c{1}(2), nor two elements inside brackets
function yes = indexed (code)
apart = code.before & ismember (code.inner, '[{');
yes = ismember (code.kind, '({') & ~apart & code.pair > 0;
for k = reshape (find (yes), 1, [])
    before = k - 1;
    yes(k) = before > 0 && ~code.head(before) && (ismember (code.kind(before), ')]sn') ...
        || code.kind(before) == '}' && literal (code, code.pair(before)));
end
end

% a { that indexes nothing
function yes = literal (code, k)
yes = k < 2 || ~code.operand(k - 1) || code.head(k - 1);
end

% a statement that begins with a word, a blank and a sign that touches what follows: x -1
function yes = commands (code)
start = [true, diff(code.statement) > 0];
second = [false, start(1:end - 1) & code.kind(1:end - 1) == 'w'];
yes = second & code.before & ~code.after & ~ismember (code.kind, '([{wb;,=');
end

% catch e, ... is right, catch e ... is not
function yes = clauses (code)
yes = false (1, numel (code.kind));
for k = reshape (find (strcmp (code.word, 'catch') & code.kind == 'k'), 1, [])
    rest = find (code.statement == code.statement(k) & ~ismember (code.kind, 'b;,'));
    rest = rest(rest > k);
    rest = rest(code.kind(rest) ~= 'w' | rest > k + 1);
    yes(rest(1:min (1, end))) = true;
end
end

% for i = find (x), or unique (x), unless a quote follows, for columns
function yes = over_found (code)
yes = false (1, numel (code.kind));
for k = reshape (find (strcmp (code.word, 'for') & code.kind == 'k'), 1, [])
    header = find (code.statement == code.statement(k) & ~ismember (code.kind, 'b;,'));
    header = header(header > k);
    if numel (header) > 3 && code.kind(header(4)) == '(' ...
            && any (strcmp (code.word{header(3)}, {'find', 'unique'}))
        behind = header(header > code.pair(header(4)));
        yes(k) = isempty (behind) || ~strcmp (code.word{behind(1)}, '''');
    end
end
end

% as many blocks, functions among them, as words end; brackets in pairs
function faults = unbalanced (code)
blocks = {'for', 'function', 'if', 'parfor', 'switch', 'try', 'while'};
begun = ismember (code.word, blocks) & code.kind == 'k';
named = [false, strcmp(code.word(1:end - 1), '=')];    % function n = end (...), of a class
ended = strcmp (code.word, 'end') & code.kind == 'k' & ~reshape (named, size (code.kind));
last = [false(1, numel (code.word) - 1), true];
faults = [
    mfile_tell(code, last & sum (begun) ~= sum (ended), 'blocks and functions do not all end with end')
    mfile_tell(code, ismember (code.kind, '()[]{}') & code.pair == 0, '%s without its other')];
end
