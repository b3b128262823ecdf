function malformed_line (target, count, at)
%MALFORMED_LINE  Runs a campaign of malformed calls and prints what came of it, in one line and more.
%   The cases that ended wrongly follow, and the sums as suites print them. See malformed_campaign.

watch = tic;
report = malformed_campaign (target, 1:count, at);
fprintf ('%-22s %7d %8d %8d %8d %6d %9.1f %8.0f\n', target, count, report.accepted, report.refused, ...
    report.own, numel (report.identifiers), report.slowest, toc (watch));
fprintf ('%s\n', report.wrong{:});
fprintf ('%d passed, %d failed\n', isempty (report.wrong), ~isempty (report.wrong));

end
