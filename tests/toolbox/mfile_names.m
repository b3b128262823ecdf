function faults = mfile_names (code, known)
%MFILE_NAMES  Functions that are not known, and names that MATLAB takes otherwise than Octave.
%   faults = mfile_names (code, known), code of MFILE_TOKENS; rows {line, what is wrong}. known are the
%   names of functions besides those of MFILE_SHARED and of the file.
%
%   In MATLAB a name is one thing in the whole of a function: x = x () is an error there, because x is
%   a variable. Octave calls the function x.

title = titles (code);
known = ismember (code.word, [mfile_shared(), known(:)', code.word(title)]);
head = heads (code);
set = targets (code, title);
used = code.kind == 'w' & ~set & ~head & ~title & ~words (code);
[~, ~, id] = unique (code.word);
id = id(:)';
variable = false (1, numel (id));
sooner = variable;
given = set & ~results (code);
for part = 0:max ([0, code.part])
    in = code.part == part;
    variable(in) = among (id(in), id(in & (set | head)));
    sooner = sooner | early (code, id, in & given, in & used & known & ~among (id, id(in & head)), in & set);
end
call = used & known & ~variable;
faults = [
    mfile_tell(code, used & ~variable & ~known, ...
    '%s is not among the functions of both hosts (mfile_shared.m)')
    mfile_tell(code, sooner, '%s is a function here and a variable later: an error in MATLAB')
    mfile_tell(code, fields (code, call), 'a field of what %s returns: since MATLAB R2019b')];

end

function yes = among (id, list)
marked = false (1, max ([0, id, list]));
marked(list) = true;
yes = marked(id);
end

% the names of functions in the lines that begin them
function yes = titles (code)
yes = false (1, numel (code.word));
for k = reshape (find (strcmp (code.word, 'function') & code.kind == 'k'), 1, [])
    line = find (code.statement == code.statement(k) & code.inner == ' ');
    sign = line(strcmp (code.word(line), '='));
    name = line(code.kind(line) == 'w' & line > max ([k, sign]));
    yes(name(1:min (1, end))) = true;
end
end

% arguments of anonymous functions
function yes = heads (code)
yes = false (1, numel (code.word));
for k = reshape (find (code.head & code.kind == '('), 1, [])
    yes(k:code.pair(k)) = code.kind(k:code.pair(k)) == 'w';
end
end

% names that get a value, and those that are declared
function yes = targets (code, title)
sign = Inf (1, max ([1, code.statement]));
for k = fliplr (reshape (find (strcmp (code.word, '=') & code.inner == ' '), 1, []))
    sign(code.statement(k)) = k;
end
place = 1:numel (code.word);
yes = code.deep == 0 & place < sign(code.statement) & isfinite (sign(code.statement));
declare = ismember (code.word, {'function', 'catch', 'global', 'persistent'}) & code.kind == 'k';
yes = yes | ismember (code.statement, code.statement(declare));
yes = yes & code.kind == 'w' & ~title;
end

% what follows the first word of a command such as hold on
function yes = words (code)
start = [true, diff(code.statement) > 0] & code.kind == 'w';
second = [false, start(1:end - 1)] & code.kind == 'w' & code.before;
yes = ismember (code.statement, code.statement(second)) & ~start;
end

% f(x).y and f.y; containers.Map and mex.getCompilerConfigurations are functions
function yes = fields (code, used)
yes = used & ~ismember (code.word, {'containers', 'mex'});
for k = reshape (find (yes), 1, [])
    after = k + 1;
    if after <= numel (code.word) && code.kind(after) == '(' && code.pair(after) > 0
        after = code.pair(after) + 1;
    end
    yes(k) = after <= numel (code.word) && strcmp (code.word{after}, '.') && ~code.before(after);
end
end

% a function is called before, or where, its name gets a value for the first time
function yes = early (code, id, given, used, set)
yes = false (1, numel (id));
for name = reshape (unique (id(set & among (id, id(used)))), 1, [])
    first = min ([Inf, code.statement(given & id == name)]);
    yes = yes | (used & id == name & code.statement <= first);
end
end

% the names of results in the line that begins a function: they have no value yet
function yes = results (code)
begin = code.statement(strcmp (code.word, 'function') & code.kind == 'k');
yes = false (1, numel (code.word));
for s = begin
    line = find (code.statement == s);
    sign = line(strcmp (code.word(line), '='));
    yes(line) = line < max ([0, sign]);
end
end
