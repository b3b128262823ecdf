function massless_draw (result)
% MASSLESS_DRAW  The picture of RUN_MASSLESS: mechanisms, motions of the small mass, steps.

places = {[0.04 0.68 0.4 0.26], [0.04 0.36 0.4 0.26], [0.04 0.04 0.4 0.26]};
draws = {@oscillator, @() plane(true), @() plane(false)};
titles = {'Two coupled oscillators (Figure 1)', 'Section 4, upper problem (Figure 3)', ...
    'Section 4, lower problem (Figure 3)'};
for i = 1:3
    axes ('position', places{i});
    hold on
    draws{i} ();
    title (titles{i});
    axis off
end
axes ('position', [0.55 0.61 0.42 0.33]);
motions ();
axes ('position', [0.55 0.09 0.42 0.37]);
steps (result);

end

function motions ()
colours = [0.75 0.75 0.75; 0.9 0.5 0.1; 0 0.35 0.7];
masses = [1e-2 1e-3 0];
t = linspace (0, 2, 3000);
for i = 1:3
    sys = oscillator_system (masses(i), 1e-3, 1);
    sol = geoms (sys, [0 2], struct ('p', [0.08; 0.05]), 'Method', 'radau5');
    y = geomsval (sol, t);
    plot (t, y(sys.index.p(1), :), 'color', colours(i, :), 'linewidth', 1 + (i == 3));
    hold on
end
legend ('m_1 = 0.01', 'm_1 = 0.001', 'm_1 = 0');
title ('p_1 of Figure 1, released out of balance');
ylim ([-0.1 0.14]);
xlabel ('t');
end

function steps (result)
colours = [0 0.35 0.7; 0.8 0.2 0.1];
positive = result.ratios > 0;
for i = 1:2
    loglog (result.ratios(positive), result.steps(i, positive), 'o-', 'color', colours(i, :), ...
        'linewidth', 1.5);
    hold on
end
for i = 1:2
    loglog (result.ratios(positive), result.steps(i, end) * ones (1, sum (positive)), '--', ...
        'color', colours(i, :));
end
legend ('bdf', 'radau5', 'bdf, m_1 = 0', 'radau5, m_1 = 0', 'location', 'northeast');
ylim ([80 1e5]);
xlabel ('m_1/m_2');
title ('Steps (Figure 2)');
grid on
end

% ---- mechanisms ----

function oscillator ()
wall ([0 -0.5], [0 0.5]);
spring_and_damper ([0 0], [1 0]);
spring_and_damper ([1.35 0], [2.35 0]);
box ([1 -0.3], [0.35 0.6], 'm_1');
box ([2.35 -0.45], [0.9 0.9], 'm_2');
arrow ([1.35 0.5], [1.9 0.5], 'F');
axis ([-0.3 3.6 -0.9 1]);
end

% with a spring between the bodies, or a slide
function plane (spring)
wall ([0 0.4], [0 1.4]);
wall ([0.7 -0.35], [1.7 -0.35]);
spring_and_damper ([0 0.9], [1 0.9]);
spring_and_damper ([1.2 -0.35], [1.2 0.7]);
box ([1 0.7], [0.4 0.4], '');
text (1.12, 1.25, 'i');
if spring
    spring_and_damper ([1.4 0.9], [2.6 0.9]);
else
    plot ([1.4 2.6], [0.9 0.9], 'k', 'linewidth', 2.5);
    text (1.95, 1.05, 'l_i');
end
plot ([2.6 2.6], [0.2 1.6], 'k');               % the slide along y
box ([2.65 0.65], [0.5 0.5], 'j');
axis ([-0.3 3.6 -0.6 1.7]);
end

function wall (from, to)
d = to - from;
n = [-d(2), d(1)] / norm (d) * 0.12;
if d(1) > 0
    n = -n;
end
plot ([from(1), to(1)], [from(2), to(2)], 'k', 'linewidth', 1.5);
for s = 0:0.2:1
    a = from + s * d;
    b = a + n - 0.12 * d / norm (d);
    plot ([a(1), b(1)], [a(2), b(2)], 'k');
end
end

function box (corner, sizes, name)
x = corner(1) + sizes(1) * [0 1 1 0];
y = corner(2) + sizes(2) * [0 0 1 1];
fill (x, y, [0.8 0.87 0.95]);
text (mean (x) - 0.1, mean (y), name);
end

function arrow (from, to, name)
plot ([from(1), to(1)], [from(2), to(2)], 'k', 'linewidth', 1.5);
plot (to(1) + [-0.1 0 -0.1], to(2) + [-0.06 0 0.06], 'k', 'linewidth', 1.5);
text (to(1) + 0.05, to(2), name);
end

% side by side: the spring on the left of the way from A to B
function spring_and_damper (A, B)
along = B - A;
across = [-along(2), along(1)] / norm (along);
s = [0 0.2 0.25 0.35 0.45 0.55 0.65 0.75 0.8 1];
zigzag = 0.16 + 0.08 * [0 0 1 -1 1 -1 1 -1 0 0];
zigzag([1 end]) = 0.16;
line_of (A, along, across, s, zigzag);
line_of (A, along, across, [0 0.55], [-0.16 -0.16]);
line_of (A, along, across, [0.55 0.55], [-0.24 -0.08]);
line_of (A, along, across, [0.7 0.4 0.4 0.7], [-0.26 -0.26 -0.06 -0.06]);
line_of (A, along, across, [0.4 0.4], [-0.26 -0.06]);
line_of (A, along, across, [0.7 1], [-0.16 -0.16]);
line_of (A, along, across, [0 0], [-0.16 0.16]);
line_of (A, along, across, [1 1], [-0.16 0.16]);
end

function line_of (A, along, across, s, side)
plot (A(1) + along(1) * s + across(1) * side, A(2) + along(2) * s + across(2) * side, 'k');
end
