function independent = opt_independent (sys, opts)
%OPT_INDEPENDENT  Option Independent as a column: 1 for the velocities it names; [] if not set.

independent = [];
if ~isfield (opts, 'Independent') || isempty (opts.Independent)
    return
end
wanted = opts.Independent;
d = sys.dims;
f = opt_table (geomsget (opts, 'Formulation'));
if ~strcmp (f.independent, 'coordinates')
    error ('geoms:options:independent', ['Independent belongs to Formulation ', ...
        '''partition-fixed'', not to ''%s'': remove it, or set that one.'], ...
        geomsget (opts, 'Formulation'));
end
if any (wanted(:) > d.nv)
    error ('geoms:options:independent', ['Independent names velocity %d; the system has %d of ', ...
        'them.'], max (wanted(:)), d.nv);
end
independent = zeros (d.nv, 1);
independent(wanted) = 1;
if sum (independent) ~= numel (wanted)
    error ('geoms:options:independent', 'Independent names a velocity twice: %s.', ...
        strtrim (sprintf ('%d ', wanted)));
end
freedom = d.nv - d.nl - d.nm;
if numel (wanted) ~= freedom
    error ('geoms:options:independent', ['Independent names %d velocities (%s); with %d of ', ...
        'them and %d constraints there must be %d.'], numel (wanted), ...
        strtrim (sprintf ('%d ', wanted)), d.nv, d.nl + d.nm, freedom);
end

end
