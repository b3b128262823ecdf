#!/usr/bin/env python3
"""coverage.py - what the tests have executed, from the JSON of gcovr, and why the rest was not

    python3 tests/long/coverage.py coverage.json uncovered.txt

Prints lines of mex/core and mex/gateway, and reasons with how many lines that are not reached belong to
each; writes these lines to uncovered.txt. Exit status 1 where core has less than 95 %, gateway less than
90 %.
"""
import json
import re
import sys

GOALS = {'mex/core': 95, 'mex/gateway': 90}

# the first that is found in a line, or in the one before it, which is mostly its condition
REASONS = (
    ('another host', r'utIsInterruptPending|openblas_|octave_signal_caught|too large for|INT_MAX',
     'MATLAB, other LAPACKs, sizes beyond what memory holds'),
    ('no memory', r'memory|MEMORY|arena\.failed|failed|== NULL|! run\b|! g\)|return NULL',
     'allocations that fail one by one in test_every_pair, test_allocation, ...; in the MEX module none can'),
    ('refused before', r'mexErrMsg|wrong_size|gateway_run_free|gateway_once_end|BAD_MODEL|BAD_OPTION',
     'arguments of commands that the functions of toolbox/ check first; the campaigns --malformed and '
     '--fuzz send them'),
    ('singular', r'RETRY|singular|finite|RANK|INDEFINITE|factor|info != 0|UNDEFINED|FAILED|violation',
     'second ways out of numbers: singular to rounding, not finite, corrections that come to a halt'),
    ('handed on', r'status|error|updated',
     'failures of what was called, handed on; each callee has its own tests'),
    ('other', '', 'rare ways through: see the list'))


def reason_of(line, before):
    for name, pattern, _ in REASONS:
        if re.search(pattern, line) or re.search(pattern, before):
            return name
    return 'other'


def main(report, listing):
    counts = {folder: [0, 0] for folder in GOALS}
    reasons = {name: 0 for name, _, _ in REASONS}
    rows = []
    for entry in json.load(open(report))['files']:
        folder = '/'.join(entry['file'].split('/')[:2])
        if folder not in counts:
            continue
        text = open(entry['file']).read().split('\n')
        times = {}
        for line in entry['lines']:
            if not line.get('gcovr/noncode'):
                number = line['line_number']
                times[number] = max(times.get(number, 0), line['count'])
        for number, count in sorted(times.items()):
            counts[folder][0] += count > 0
            counts[folder][1] += 1
            if count == 0:
                reason = reason_of(text[number - 1], text[number - 2])
                reasons[reason] += 1
                rows.append('%-14s %s:%d: %s' % (reason, entry['file'], number, text[number - 1].strip()))
    with open(listing, 'w') as file:
        file.write('\n'.join(sorted(rows)) + '\n')
    missed = 0
    for folder, goal in GOALS.items():
        part = 100.0 * counts[folder][0] / max(counts[folder][1], 1)
        missed += part < goal
        print('%-12s %6d of %6d lines, %.1f %% (at least %d %%)' % (folder, *counts[folder], part, goal))
    for name, _, meaning in REASONS:
        print('%6d not reached, %s: %s' % (reasons[name], name, meaning))
    return missed > 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
