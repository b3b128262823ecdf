function r = double (r)
end
