function reference = reference_values (file)
% REFERENCE_VALUES  Reads a table of reference values of this folder.
%
%   reference = reference_values ('andrews.csv')
%
%   reference.published and reference.extended are columns in the order of sol.y, with the sign of
%   M v' = f - G' lambda; reference.names the names of the components, reference.values all columns. The
%   head of the table says where the values come from and how many of their digits are good.

stream = fopen (fullfile (fileparts (mfilename ('fullpath')), file), 'r');
if stream < 0
  error ('geoms:test:data', 'There is no table %s.', file);
end
closer = onCleanup (@() fclose (stream));

reference = struct ('names', {{}}, 'published', [], 'extended', [], 'values', []);
line = fgetl (stream);
while ischar (line)
  part = strsplit (line, ',');
  row = str2double (part{min(2, end)});
  if ~strncmp (line, '%', 1) && row > 0
    reference.names{row, 1} = part{1};
    reference.published(row, 1) = str2double (part{3});
    reference.extended(row, 1) = str2double (part{4});
    reference.values(row, 1:numel (part) - 2) = str2double (part(3:end));
  end
  line = fgetl (stream);
end
end
