function r = conj (r)
end
