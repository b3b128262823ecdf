function id = nodes (value)
%NODES  Nodes of constants; nodes stay what they are.

id = value;
if ~isa (value, 'int32')
    if ~isreal (value) || ~(isnumeric (value) || islogical (value) || ischar (value))
        refuse (class (value), 'it stands where real numbers are expected');
    end
    id = tape ('ADD', double (full (value)), int32 (0));
end

end
