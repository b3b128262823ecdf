function check_close (found, expected, tolerance)
%CHECK_CLOSE  Fails unless two arrays have the same size and agree up to an absolute tolerance.

if ~isequal (size (found), size (expected))
    error ('geoms:test:close', 'size %s instead of %s', mat2str (size (found)), ...
        mat2str (size (expected)));
end
worst = max (abs (found(:) - expected(:)));
if ~isempty (worst) && ~(worst <= tolerance)
    error ('geoms:test:close', 'differs by %.3g, allowed is %.3g', worst, tolerance);
end

end
