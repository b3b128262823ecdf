function pattern = pattern_off (given, form)
%PATTERN_OFF  sys.pattern of a system whose entries have not been looked for.
%     wanted    'auto', 'off', or the struct that geomssys was told, see there
%     status    'off': matrices are full; 'waiting' for sizes, or a state; 'found'
%     M, Z, G, H    sparse matrices of ones: entries of the matrices; [] where there is none
%     B         entries of the derivatives that Newton's method needs: rows are those of GEOMSFCN_EOM,
%               gII and hI at given v', columns the unknowns
%     more      [], or entries of B that were told
%     evaluations   of the functions that it took to find B
%   pattern_off (given, form) is that of a description, see SYS_PARSE.

wanted = 'off';
if nargin > 0 && strcmp (form, 'mechanical')
    wanted = 'auto';
    if isfield (given, 'pattern')
        wanted = checked (given.pattern);
    end
    if isfield (given, 'mass') && isnumeric (given.mass) && ndims (given.mass) == 2
        pattern_diagonal (wanted, is_diagonal (given.mass));
    end
end
waits = {'waiting', 'off'};
pattern = struct ('wanted', wanted, 'status', waits{1 + strcmp(wanted, 'off')}, 'M', [], 'Z', [], ...
    'G', [], 'H', [], 'B', [], 'more', [], 'evaluations', 0);

end

function wanted = checked (wanted)
fields = {'M', 'Z', 'G', 'H', 'f', 'b', 'd', 'c'};
if isstruct (wanted) && numel (wanted) == 1
    for name = fieldnames (wanted)'
        value = wanted.(name{1});
        if ~any (strcmp (name{1}, fields))
            error ('geoms:system:name', '''pattern'' has a field ''%s'', which is not known. %s', ...
                name{1}, check_nearest (name{1}, fields));
        elseif ~(isnumeric (value) || islogical (value)) || ndims (value) > 2
            error ('geoms:system:type', '''pattern'': %s must be a matrix, other than 0 where %s has entries.', ...
                name{1}, name{1});
        end
        need_finite (name{1}, value);
    end
elseif ~any (strcmp (wanted, {'auto', 'off'}))
    error ('geoms:system:type', '''pattern'' must be ''auto'', ''off'' or a struct, not %s.', ...
        check_described (wanted));
end
end

% NaN or Inf says neither that there is an entry nor that there is none
function need_finite (name, value)
[i, j, a] = find (value);
bad = find (~isfinite (a), 1);
if ~isempty (bad)
    error ('geoms:system:pattern', ['''pattern'': %s(%d,%d) is %g. Give 1 where %s may have an entry, ', ...
        '0 elsewhere.'], name, i(bad), j(bad), a(bad), name);
end
end

% a constant mass matrix: the vector of its diagonal, or no entry beside it
function yes = is_diagonal (M)
[i, j] = find (M);
yes = any (size (M) == 1) || all (i == j);
end
