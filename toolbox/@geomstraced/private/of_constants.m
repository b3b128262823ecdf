function varargout = of_constants (name, list)
%OF_CONSTANTS  What is not recorded: with constants its own value, else a refusal with a word of help.

for i = 1:numel (list)
    if isobject (list{i})
        [known, values] = tape_values (list{i}.id);
        if ~all (known(:))
            [~, called] = user_line ();
            if isempty (called)
                called = name;
            end
            refuse (not_recorded (called));
        end
        list{i} = values;
    end
end
[varargout{1:nargout}] = plainly (name, list{:});

end
