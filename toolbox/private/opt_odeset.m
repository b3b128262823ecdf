function table = opt_odeset ()
%OPT_ODESET  Fields of odeset that are not options here: {name, where it goes; ...}.

table = {
    'Mass', 'The mass matrix belongs to the system: geomssys (''mass'', M, ...).'
    'Jacobian', 'The Jacobian belongs to the system: geomssys (''jac'', J, ...).'
    'Vectorized', 'It belongs to the system: geomssys (''vectorized'', true, ...).'
    'MStateDependence', 'Give ''mass'' in geomssys as a matrix or as a function.'
    'MassSingular', 'It is not used: geomssys takes a singular mass matrix as it is.'
    'MvPattern', 'Entries of the mass matrix belong to the system: geomssys (''pattern'', S, ...).'
    'JPattern', 'Entries of derivatives belong to the system: geomssys (''pattern'', S, ...).'
    'JConstant', 'It is not used: the Jacobian is renewed when Newton''s method needs it.'
    'InitialSlope', 'It is not needed: initial values are made consistent, see option Initial.'
    'BDF', 'Leave it empty: the integration method is chosen by option Method.'
    'MaxOrder', 'Leave it empty: the integration method is chosen by option Method.'
    'NormControl', 'Leave it empty: the error norm is chosen by option ErrorNorm.'
    'NonNegative', 'Leave it empty: states cannot be kept non-negative.'};

end
