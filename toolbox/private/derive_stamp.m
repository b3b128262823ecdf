function of = derive_stamp (sys, fixed)
%DERIVE_STAMP  What a derived system holds as constants, to see whether it still belongs to the system.
%     functions, mass   of the system
%     skeleton, values, fixed   parameters, see DERIVE_LEAVES, and which of them were recorded as
%                       constants

of = struct ('functions', sys.functions, 'mass', sys.mass, 'skeleton', [], 'values', [], 'fixed', fixed);
[of.values, of.skeleton] = derive_leaves (sys.parameters);

end
