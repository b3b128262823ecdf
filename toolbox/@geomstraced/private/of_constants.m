function varargout = of_constants (name, list)
%OF_CONSTANTS  What is not recorded: with constants its own value, else a refusal with a word of help.

for i = 1:numel (list)
    if isobject (list{i})
        [known, values] = tape_values (list{i}.id);
        if ~all (known(:))
            refuse (sprintf ('''%s'' of a value that depends on the unknowns%s', name, advice (name)));
        end
        list{i} = values;
    end
end
[varargout{1:nargout}] = plainly (name, list{:});

end
