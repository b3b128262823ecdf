function list = truck_contenders ()
% TRUCK_CONTENDERS  The formulations and methods that RUN_TRUCK compares.
%   LIST = TRUCK_CONTENDERS () is a struct array with the fields
%
%       name           for tables and legends
%       place          the code of the published comparison (Steinbrecher 2007, Figure 8) in whose place
%                      it stands; '' if there is none
%       pair           formulation and method, options of GEOMS
%       color, line    how it is drawn
%
%   EoM, EoM2, EoM1 are the equations of motion of index 3, 2 and 1.
%
%   See also RUN_TRUCK.

entries = {
    'psf, radau5', 'GEOMS (psfEoM)', {'psf', 'radau5'}, [0 0 0], 'o-'
    'psi1, radau5', '', {'psi1', 'radau5'}, [0.5 0.5 0.5], 's-'
    'index3, radau5', 'RADAU5 (EoM)', {'index3', 'radau5'}, [0.8 0.2 0.1], 'o-'
    'index2, radau5', 'RADAU5 (EoM2)', {'index2', 'radau5'}, [0.9 0.6 0.1], 's-'
    'index1, radau5', 'RADAU5 (EoM1)', {'index1', 'radau5'}, [0.5 0.3 0.6], '^-'
    'ggl, radau5', 'RADAU5 (GGL)', {'ggl', 'radau5'}, [0 0.35 0.7], 'd-'
    'psf, bdf', 'ODASSL', {'psf', 'bdf'}, [0 0 0], 'o--'
    'index1, bdf', 'DASSL (EoM1)', {'index1', 'bdf'}, [0.5 0.3 0.6], '^--'
    'ggl, bdf', 'DASSL (GGL)', {'ggl', 'bdf'}, [0 0.35 0.7], 'd--'
    'index2, mexax', 'MEXAX', {'index2', 'mexax'}, [0.1 0.6 0.3], 's-.'
    'index2, hedop5', 'HEDOP5', {'index2', 'hedop5'}, [0.9 0.6 0.1], 's-.'
    'psf, dopri5', '', {'psf', 'dopri5'}, [0 0 0], 'o-.'};
list = cell2struct (entries, {'name', 'place', 'pair', 'color', 'line'}, 2).';

end
