function pictures (names)
% PICTURES  The pictures of the guide: runs the examples that draw them, and makes them small.
%   PICTURES () renews all of them, beside this file; PICTURES ({'linkage', 'paper2'}) some: 'linkage' is the
%   four-bar linkage of the pages, the others are those of the gallery.
%   Figures of the examples are brought to a width of 720 pixels and few colours, at most 60 kB each.
%
%   What to expect: most of the time goes into the pendulum's figures (paper1) and the slider crank (paper5).
%   Computing times in the figures want a machine that does nothing else. Takes about 240 s.
%
%   See also FIGURES, RUN_DEVIATION, RUN_ODAE, RUN_MASSLESS, RUN_SLIDERCRANK, RUN_TRUCK_BODIES.

here = fileparts (mfilename ('fullpath'));
old = path ();
restorer = onCleanup (@() path (old));
for name = {'pendulum', 'deviation', 'odae', 'massless', 'slidercrank', 'truck'}
    addpath (fullfile (here, '..', name{1}));
end
if nargin < 1
    names = {'linkage', 'paper1', 'paper2', 'paper3', 'paper4', 'paper5'};
end
folder = tempname ();
mkdir (folder);
in = @(name) fullfile (folder, name);
out = @(name) fullfile (here, name);
for name = cellstr (names)
    switch name{1}
        case 'linkage'
            linkage (in ('linkage%d.png'));
            small ({in('linkage2.png')}, out ('linkage.png'));
        case 'paper1'
            figures (folder);
            small ({in('figure1.png')}, out ('paper1_figure1.png'));
            small ({in('figure2.png'), in('figure3.png')}, out ('paper1_figures23.png'));
            small ({in('figure4.png'), in('figure5.png')}, out ('paper1_figures45.png'));
            figure6 (in ('figure6.png'));
            small ({in('figure6.png')}, out ('paper1_figure6.png'));
            run_truck_bodies (in ('figure8.png'));
            small ({in('figure8.png')}, out ('paper1_figure8.png'));
        case 'paper2'
            run_deviation (folder);
            small ({in('figure1.png'), in('figure2.png')}, out ('paper2_figures12.png'));
            small ({in('figure3.png'), in('figure4.png')}, out ('paper2_figures34.png'));
            small ({in('figure5.png')}, out ('paper2_figure5.png'));
        case 'paper3'
            run_odae (in ('odae.png'));
            small ({in('odae.png')}, out ('paper3_steps.png'));
        case 'paper4'
            run_massless (in ('massless.png'));
            small ({in('massless.png')}, out ('paper4_figures123.png'));
        case 'paper5'
            run_slidercrank (in ('slidercrank.png'));
            small ({in('slidercrank.png')}, out ('paper5_figure3.png'));
    end
end
delete (in ('*.png'));
rmdir (folder);

end

% the four-bar linkage, and the path of a point of its coupler
function linkage (file)
sys = fourbar ();
x0 = geomsinit (sys, 0, struct (), 'Fixed', {'crank.q'});
sol = geoms (sys, [0 1], x0);
geomsanimate (sol, sys, 'Trace', {{'coupler', [0.15 0.05]}}, 'Times', [0.77 0.97], 'Size', [640 400], 'File', file);
end

% several pictures, one below the other, as one of 720 pixels
function small (from, to)
width = 720;
whole = zeros (0, width, 3);
for i = 1:numel (from)
    picture = double (imread (from{i}));
    scale = min (1, width / size (picture, 2));
    picture = sampled (sampled (picture, scale, 1), scale, 2);
    left = floor ((width - size (picture, 2)) / 2);
    row = 255 * ones (size (picture, 1), width, 3);
    row(:, left + (1:size (picture, 2)), :) = picture;
    whole = [whole; row]; %#ok<AGROW>
end
for levels = 9:-1:4
    colours = round (reshape (whole, [], 3) / 255 * levels) / levels;
    [map, ~, index] = unique (colours, 'rows');
    if size (map, 1) <= 256, break, end
end
imwrite (uint8 (reshape (index - 1, size (whole, 1), width)), map, to);
end

% means over pixels, so that thin lines remain
function picture = sampled (picture, scale, dim)
if scale == 1
    return
end
order = [dim, setdiff(1:3, dim)];
picture = permute (picture, order);
sizes = size (picture);
n = round (scale * sizes(1));
total = cumsum ([zeros(1, sizes(2) * sizes(3)); reshape(picture, sizes(1), [])], 1);
total = interp1 ((0:sizes(1))', total, linspace (0, sizes(1), n + 1)');
picture = reshape (diff (total, 1, 1) * n / sizes(1), [n, sizes(2:3)]);
picture = ipermute (picture, order);
end
