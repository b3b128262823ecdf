function [sys, x] = sys_user_part (sys, x)
%SYS_USER_PART  The system whose functions are the user's, with its unknowns: of a tree what is added
%   to it, see TREE_OWN; any other system as it is.

if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    if nargin > 1
        x = x(sys.own.rows, :);
    end
    q = sys.parameters;
    table = sys.tree;
    sys = sys.own.system;
    sys.parameters = q;
    if isfield (sys.functions, 'kinematics')    % a file does not keep functions of the toolbox
        sys.functions.kinematics = @(t, p) tree_kinematics (table, p);
    end
end

end
