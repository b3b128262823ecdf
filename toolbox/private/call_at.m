function y = call_at (sys, name, t, x)
%CALL_AT  One of the user's functions of the mechanical form at a state x, a vector.

roles = sys_roles ();
list = {t, x(sys.index.p)};
if strncmp (roles(strcmp (name, {roles.name})).mechanical, 't,p,v', 5)
    list{3} = x(sys.index.v);
end
z = [];
extra = sys.extra.(name);
if extra(1)
    z = call_z (sys.index, x);
end
y = call_user (sys, name, list{:}, z);

end
