function [x0, list, numbers] = run_arguments (sys, list, needs)
%RUN_ARGUMENTS  Initial values and options from a list that begins with the values, or, of trees of
%   bodies, which have a start of their own, with the options; sys is checked.
%   needs    what is said where the values are missing;   numbers   see CHECK_SYSTEM

numbers = check_system (sys);
tree = strcmp (sys.form, 'tree');
if ~isempty (list) && ~run_are_options (list{1})
    x0 = list{1};
    list(1) = [];
elseif tree
    x0 = struct ();
elseif isempty (list)
    error ('geoms:arguments:number', '%s', needs);
else
    error ('geoms:arguments:number', ['%s Options stand behind the initial values, which only ', ...
        'systems of bodies (geomstree) have of their own.'], needs);
end

end
