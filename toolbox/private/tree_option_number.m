function value = tree_option_number (given, name, default, where)
%TREE_OPTION_NUMBER  An option that is one number.

value = default;
if isfield (given, name)
    value = tree_numbers (given.(name), 1, ['''', name, ''''], where);
end

end
