function list = call_arguments (sys, extra, t, x)
%CALL_ARGUMENTS  What a function of the options is called with: {t, p, v, z, q} or {t, x, q}.
%   x may have many columns. extra = [z, q] says which trailing arguments are taken.

if sys_by_name (sys)
    list = {t, x(sys.index.p, :), x(sys.index.v, :)};
    if extra(1)
        list{4} = call_z (sys.index, x);
    end
else
    list = {t, x};
end
if extra(2)
    list{end + 1} = sys.parameters;
end

end
