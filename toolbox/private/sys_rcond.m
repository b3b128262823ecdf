function r = sys_rcond (M)
%SYS_RCOND  Reciprocal condition of a matrix whose rows and columns may have different units.

r = 1;
if ~isempty (M)
    scale = sqrt (max (abs (M), [], 2));
    scale(scale == 0) = 1;
    r = rcond (M ./ (scale * scale'));
end

end
