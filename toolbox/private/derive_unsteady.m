function derive_unsteady (name)
%DERIVE_UNSTEADY  The error of a function that does not return the same twice.

error ('geoms:derive:check', ['%s does not give the same value twice (rand, now, persistent, ', ...
    'global): say ''derive'', ''off''.'], name);

end
