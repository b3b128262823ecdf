function e = run_no_events ()
%RUN_NO_EVENTS  What RUN_EVENTS returns where there are none.

e = struct ('count', 0, 'evaluate', [], 'action', [], 'recorded', [], 'reason', '', 'differs', []);

end
