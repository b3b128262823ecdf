function list = figures_contenders ()
% FIGURES_CONTENDERS  Codes that FIGURES compares, and what stands for them here.
%   LIST = FIGURES_CONTENDERS () is a struct array with the fields
%
%       name       name in Section 4 of Steinbrecher (2007): code (formulation)
%       form       Formulation of GEOMS
%       method     Method
%       model      symbol in pendulum_figures.c: with or without the energy as an invariant
%       residual   true if the code is one of those based on residual evaluations
%
%   The published codes are not run: each is represented by the method it made known, in the code of
%   GEOMS, with the defaults of GEOMS. Their ODASSL and GEOMS did not correct their states after the
%   steps, as it is default here for psf and psi1.
%
%   See also FIGURES, FIGURES_RUN.

entries = {
    'GEOMS(psfEoM+I)', 'psf', 'radau5', 'pendulum_energy', true
    'GEOMS(psfEoM)', 'psf', 'radau5', 'pendulum', true
    'GEOMS(psi1EoM)', 'psi1', 'radau5', 'pendulum', true
    'RADAU5(EoM)', 'index3', 'radau5', 'pendulum', true
    'RADAU5(EoM2)', 'index2', 'radau5', 'pendulum', true
    'RADAU5(EoM1)', 'index1', 'radau5', 'pendulum', true
    'RADAU5(GGL)', 'ggl', 'radau5', 'pendulum', true
    'ODASSL', 'psf', 'bdf', 'pendulum', true
    'DASSL(EoM1)', 'index1', 'bdf', 'pendulum', true
    'DASSL(GGL)', 'ggl', 'bdf', 'pendulum', true
    'MEXAX', 'index2', 'mexax', 'pendulum', false
    'HEDOP5', 'index2', 'hedop5', 'pendulum', false};
list = cell2struct (entries, {'name', 'form', 'method', 'model', 'residual'}, 2)';

end
