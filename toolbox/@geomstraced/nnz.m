function r = nnz (r)
r = sum (reshape (r ~= 0, [], 1));
end
