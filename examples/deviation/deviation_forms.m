function list = deviation_forms ()
% DEVIATION_FORMS  The forms of the equations of motion that RUN_DEVIATION compares.
%   LIST = DEVIATION_FORMS () is a struct array with the fields
%
%       name      name in Steinbrecher (2002)
%       form      Formulation of GEOMS
%       options   further options
%       kept      which of g, gI, gII (1, 2, 3) are equations of the form; uODE: none, it contains gIII
%
%   The strangeness-free form solves for lambda at each state, so that p and v alone end Newton's method: to
%   come to rounding it has to be asked for more.
%
%   See also RUN_DEVIATION, DEVIATION_RUN.

entries = {
    'uODE (19)', 'uode', {}, []
    'EoM1 (20)', 'index1', {}, 3
    'EoM2 (21)', 'index2', {}, 2
    'EoM (1)', 'index3', {}, 1
    'sfEoM (29)', 'psf', {'Selector', 'tangent', 'NewtonTol', 1e-6}, 1:3
    'sfEoM, rows', 'psf', {'Selector', 'rows', 'NewtonTol', 1e-6}, 1:3};
list = cell2struct (entries, {'name', 'form', 'options', 'kept'}, 2)';

end
