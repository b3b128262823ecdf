function r = sparse (r)
end
