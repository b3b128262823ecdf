function E = geoms_energy (fcn, list)
%GEOMS_ENERGY  Value of the function Energy of GEOMSCOMPARE for one time.

try
    E = fcn (list{:});
catch e
    geoms_novalue (e, mfilename (), 'geoms:compare:energy', 'Energy');
end
if ~(isnumeric (E) || islogical (E)) || ~isreal (E) || numel (E) ~= 1
    error ('geoms:compare:energy', 'Energy must return one real number; it is a %s of size %s.', ...
        class (E), strtrim (sprintf ('%d ', size (E))));
end
E = double (full (E));

end
