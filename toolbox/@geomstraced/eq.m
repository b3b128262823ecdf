function r = eq (a, b)
refuse_switch ();    % which takes no case then, without a word
r = compared ('EQ', a, b);
end
