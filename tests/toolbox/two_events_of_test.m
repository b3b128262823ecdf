function value = two_events_of_test (t, p, v) %#ok<INUSL,INUSD>
%TWO_EVENTS_OF_TEST  Events of TEST_EVENTS that are found by name.

value = [p; p - 0.25];

end
