function r = real (r)
end
