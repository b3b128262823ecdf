function word = sys_derive_wanted (given, form)
%SYS_DERIVE_WANTED  'auto', 'on' or 'off': whether a system that is described so is to be derived.
%   given   names and values, see SYS_PARSE. 'auto' is 'off' in MATLAB, and what is not in the mechanical
%   form cannot be derived.

word = 'auto';
if isfield (given, 'derive')
    word = given.derive;
end
if ~any (strcmp (word, {'auto', 'on', 'off'}))
    error ('geoms:system:type', '''derive'' must be ''auto'', ''on'' or ''off'', not %s.', ...
        check_described (word));
elseif ~strcmp (form, 'mechanical') && strcmp (word, 'on')
    error ('geoms:system:mixed', ['''derive'', ''on'' belongs to the mechanical form; the %s form can ', ...
        'only be ''off''.'], form);
elseif ~strcmp (form, 'mechanical') ...
        || strcmp (word, 'auto') && ~exist ('OCTAVE_VERSION', 'builtin')
    word = 'off';
end

end
