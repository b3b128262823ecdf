function audit = check_entries_compare (audit, name, found, expected, noise, row_names, ...
    column_names)
%CHECK_ENTRIES_COMPARE  Adds the entries in which the user and differences disagree.
%   row_names, column_names    cellstr; {} for the columns of a vector
%   audit            findings so far, names of what was compared, number of entries; see geomscheck
%   What differences cannot tell is not judged, nor what lies below 1e-10, where terms that cancel
%   leave rounding.

if isempty (found)
    return
end
if ~any (strcmp (name, audit.checked))
    audit.checked{end + 1} = name;
end
audit.entries = audit.entries + numel (found);
known = isfinite (expected) & imag (expected) == 0;
limit = 1e-5 * (abs (found) + abs (expected)) + 30 * noise + 1e-10;
[i, j] = find (known & ~(abs (found - expected) <= limit));
for k = 1:numel (i)
    column = '';
    if ~isempty (column_names)
        column = column_names{j(k)};
    end
    audit.findings(end + 1) = struct ('function', name, 'row', row_names{i(k)}, ...
        'column', column, 'value', found(i(k), j(k)), 'expected', expected(i(k), j(k)), ...
        'advice', '', 'where', audit.where);
end

end
