function y = geoms_insert (y, before, count)
%GEOMS_INSERT  Rows of zeros for gII and hI, which an array for 'psi1' does not have.

y = [y(1:before, :); zeros(count, size (y, 2)); y(before + 1:end, :)];

end
