function yes = logical (r)
%LOGICAL  What an if or while over a recorded value asks for: a decision, see TRACE_STATE.

[known, values] = tape_values (r.id);
if all (known(:))
    yes = logical (values);
    return
end
freeze (r.id, false);
id = r.id(:);
node = id(1);
for i = 2:numel (id)
    node = tape ('AND', node, id(i));
end
node = tape ('NE', node, 0);
yes = trace_state ('decide', node);
made = trace_state ('decisions');
if numel (made.nodes) > 12
    refuse (['more than 12 decisions on one way: write min (d, 0) in the place of decisions, and a ', ...
        'fixed number of steps in the place of a loop that ends by a test']);
end
end
