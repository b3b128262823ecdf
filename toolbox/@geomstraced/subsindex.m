function n = subsindex (r)
n = double (numbers (r.id, 'an index')) - 1;
end
