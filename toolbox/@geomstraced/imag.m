function r = imag (r)
r.id = zeros (size (r.id), 'int32');
end
