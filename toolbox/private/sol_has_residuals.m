function yes = sol_has_residuals (sol)
%SOL_HAS_RESIDUALS  True if there are constraints or invariants, and the run has kept their residuals.

values = [sol.residual.position(:); sol.residual.velocity(:); sol.residual.acceleration(:); ...
    sol.residual.invariant(:)];
yes = any (~isnan (values));

end
