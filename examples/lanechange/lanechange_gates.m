function gates = lanechange_gates (width)
% LANECHANGE_GATES  The lanes of a double change of lane for a car of this width: from, to, centre, width.
%   Lengths and widths are those of ISO 3888-1: 15 m, 30 m to change, 25 m, 25 m to change back, 15 m; 1.1,
%   1.2, 1.3 times the width of the car and 0.25 m. The centres of the lanes are 3.5 m apart here.

gates = [0 15 0 1.1; 45 70 3.5 1.2; 95 110 0 1.3];
gates(:, 4) = gates(:, 4) * width + 0.25;

end
