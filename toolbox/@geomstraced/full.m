function r = full (r)
end
