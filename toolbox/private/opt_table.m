function [f, m] = opt_table (formulation, method)
%OPT_TABLE  The one table of formulations and methods (mex/core/include/geoms_table.h).
%   table = opt_table ()         all of it, three struct arrays in the order of the table:
%     formulations   at: number; word, meaning; projected: psf, psi1; lambda: 'solved', 'follows' or
%                    'moves'; extra: names of unknowns behind x, a cell; independent: '',
%                    'coordinates' or 'directions' are chosen; rhs: the formulation whose right-hand
%                    side other solvers get, '': none; methods: a cell, the first is that of 'auto';
%                    second, keeps: for each method whether gII and hI are needed, whether states
%                    are corrected with Project 'auto'
%     methods        at, word, meaning; explicit; steps: 'variable', 'fixed' or 'either'; rough:
%                    requested times end steps, what lies between is not as accurate
%     options        name; used: for each formulation (rows) and method; belongs: what to, as a text
%   f = opt_table (formulation), [f, m] = opt_table (formulation, method)
%                    the entries of these words; 'auto' is the first method of the formulation

persistent known
if isempty (known)
    known = gate_call ('table');
end
if nargin == 0
    f = known;
    return
end
f = known.formulations(strcmp (formulation, {known.formulations.word}));
if nargin > 1
    if strcmp (method, 'auto')
        method = f.methods{1};
    end
    m = known.methods(strcmp (method, {known.methods.word}));
end

end
