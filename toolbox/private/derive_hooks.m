function yes = derive_hooks (sys)
%DERIVE_HOOKS  Whether functions among the options, Events and Record, are recorded: with systems that are
%   evaluated in C, in Octave, unless they were described with 'derive', 'off'.

yes = sys_in_c (sys) && exist ('OCTAVE_VERSION', 'builtin') ...
    && (strcmp (sys.form, 'native') || ~strcmp (sys.derive.wanted, 'off'));

end
