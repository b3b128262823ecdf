function found = geoms_named (sys, name)
%GEOMS_NAMED  Row of the unknown that the system calls so, [] if there is none.

found = [];
if ~isstruct (sys.names)
    return
end
blocks = fieldnames (sys.names);
for i = 1:numel (blocks)
    all_of_it = sys.index.(blocks{i});
    found = [found, all_of_it(strcmp (name, sys.names.(blocks{i})))]; %#ok<AGROW>
end

end
