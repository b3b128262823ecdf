function geoms_tell (sol, opts)
%GEOMS_TELL  An error for wrong input, a warning for a failed integration, statistics if wanted.
%   Wrong input, to which belong initial values from which there is no consistent state, leaves
%   nothing to return; the other failures leave a partial solution.

info = sol.info;
wrong_input = [-1001, -1002, -1105, -1106, -1905, -1906, -2101:-1:-2106];
text = info.message;
if ~isempty (info.remedy)
    text = [text, ' ', info.remedy];
end
if any (info.idid == wrong_input)
    error (info.identifier, '%s', text);
elseif info.idid < 0 && ~strcmp (geomsget (opts, 'Display'), 'off')
    warning (info.identifier, '%s Returned is the solution up to t = %.10g.', text, sol.t(end));
end
if strcmp (geomsget (opts, 'Stats'), 'on')
    fprintf ('%s\n', text);
    names = fieldnames (sol.stats);
    for i = 1:numel (names)
        fprintf ('  %-18s %.10g\n', names{i}, sol.stats.(names{i}));
    end
end

end
