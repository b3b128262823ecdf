function yes = isa (r, name) %#ok<INUSL>
yes = any (strcmp (name, {'geomstraced', 'double', 'numeric', 'float'}));
end
