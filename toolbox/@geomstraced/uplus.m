function r = uplus (r)
end
