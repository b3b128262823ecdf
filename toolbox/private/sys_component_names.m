function list = sys_component_names (sys, block)
%SYS_COMPONENT_NAMES  Names of the unknowns of a block: the user's own, or 'p(1)', 'p(2)', ...

count = numel (sys.index.(block));
list = arrayfun (@(i) sprintf ('%s(%d)', block, i), 1:count, 'UniformOutput', false);
if isstruct (sys.names) && isfield (sys.names, block)
    list = cellfun (@(own, plain) [plain, ' ', own], reshape (sys.names.(block), 1, []), list, ...
        'UniformOutput', false);
end

end
