function varargout = of_constants (name, list)
%OF_CONSTANTS  What is not recorded: with constants its own value, else a refusal with a word of help.

for i = 1:numel (list)
    if isobject (list{i})
        [known, values] = tape_values (list{i}.id);
        if ~all (known(:))
            freeze (ids_in (list), true);
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

function id = ids_in (list)
id = zeros (0, 1, 'int32');
for i = 1:numel (list)
    if isobject (list{i})
        id = [id; reshape(list{i}.id, [], 1)]; %#ok<AGROW>
    end
end
end
