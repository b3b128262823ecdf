function r = eq (a, b)
refuse_switch ();    % which takes no case then, without a word
r = binary ('EQ', a, b);
end
