function n = subsindex (r)
list = places ({r});
n = double (list{1}) - 1;
end
