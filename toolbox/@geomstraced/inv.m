function r = inv (r)
r = mldivide (r, eye (size (r, 1)));
end
