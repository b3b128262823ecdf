function list = slidercrank_contenders ()
% SLIDERCRANK_CONTENDERS  The formulations that RUN_SLIDERCRANK compares.
%   LIST = SLIDERCRANK_CONTENDERS () is a struct array with the fields
%
%       name       for tables and legends
%       form       Formulation of GEOMS, kind of GEOMSRHS
%       options    further options of both
%       host       the solver of MATLAB or Octave for it; '' if only GEOMS has the form
%       paper      published seconds of modelling time and of computing time for 40 s and 300 s of
%                  motion (Table 1 of Kurz, Burkhardt, Eberhard 2011); NaN: none, or the end was not
%                  reached
%
%   The first one is the analytical model, to which all ratios refer.
%
%   See also RUN_SLIDERCRANK, SLIDERCRANK_RUN.

entries = {
    'analytical', 'partition-full', {}, 'ode45', [3.29 0.67 2.57]
    'explicit (9)', 'index1-explicit', {}, 'ode15s', [2.56 2.73 NaN]
    'partially explicit (10)', 'index1-implicit', {}, 'ode15i', [2.36 1.86 NaN]
    'partition, x', 'partition-fixed', {'Independent', 1}, 'ode45', [2.40 0.64 4.85]
    'partition, alpha', 'partition-fixed', {'Independent', 2}, 'ode45', [2.41 0.63 4.62]
    'partition, beta', 'partition-fixed', {'Independent', 3}, 'ode45', [2.27 0.64 4.59]
    'partition, switched', 'partition-fixed', {}, 'ode45', [NaN NaN NaN]
    'SVD', 'partition-svd', {}, 'ode45', [2.43 0.87 6.53]
    'QR', 'partition-qr', {}, 'ode45', [2.52 0.81 6.31]
    'SVD, projected', 'partition-svd', {'Project', 'on'}, '', [NaN NaN NaN]
    'psf', 'psf', {}, '', [NaN NaN NaN]
    'psf, dopri5', 'psf', {'Method', 'dopri5'}, '', [NaN NaN NaN]
    'psi1', 'psi1', {}, '', [NaN NaN NaN]};
list = cell2struct (entries, {'name', 'form', 'options', 'host', 'paper'}, 2)';

end
