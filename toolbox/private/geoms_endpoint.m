function x0 = geoms_endpoint (sol)
%GEOMS_ENDPOINT  The last state of a solution by name, as initial values.

index = sol.extdata.index;
names = fieldnames (index);
for i = 1:numel (names)
    x0.(names{i}) = sol.y(index.(names{i}), end);
end

end
