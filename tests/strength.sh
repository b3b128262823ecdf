# shellcheck shell=bash disable=SC2154  # variables of tests/run
# strength.sh - what tests/run does at length: malformed inputs by the thousand, ...; see tests/run --help

leaks=0 # whether leaks are told at the end
quarantine=256 # MB of freed memory that the address sanitizer keeps

# sanitized COMMAND...: the command with the libraries that a sanitized MEX module needs
sanitized ()
{
    env ASAN_OPTIONS=detect_leaks=$leaks:exitcode=$((leaks ? 0 : 23)):malloc_context_size=5:quarantine_size_mb=$quarantine \
        LD_PRELOAD="$("$(compiler)" -print-file-name=libasan.so)" "$@"
}

# in_octave STATEMENTS: in Octave with the suites' folders, sanitized or not, started in $folder
in_octave ()
{
    local launch=env
    [ "$sanitize" = no ] || launch=sanitized
    (cd "$folder" && GNUTERM=unknown $launch $octave --eval "addpath (fullfile (pwd, 'toolbox'), \
        fullfile (pwd, 'tests', 'toolbox'), fullfile (pwd, 'tests', 'data')); $1")
}

# malformed COUNT: so many malformed calls of each public function and command, each in an Octave of its
# own, that one after the other ends; a table
malformed ()
{
    local target number=0 logs=$scratch/malformed
    rm -rf "$logs"; mkdir "$logs"
    printf '%-22s %7s %8s %8s %8s %6s %9s %8s\n' 'malformed inputs to' calls accepted refused \
        'own error' errors 'slowest s' seconds
    in_octave "names = malformed_targets (); printf ('%s\n', names{:, 1});" > "$scratch/targets"
    while read -r target; do
        while [ "$(jobs -rp | wc -l)" -ge "$(processors)" ]; do sleep 0.2; done
        number=$((number + 1))
        malformed_target "$target" "$1" "$logs/$number" < /dev/null &
    done < "$scratch/targets"
    wait
    count_suites "$logs"
}

malformed_target ()
{
    in_octave "malformed_line ('$1', $2, '$3.at');" > "$3.log" 2> "$3.err" || {
        printf -- '---- Octave ended badly (status %d) in malformed_case (%s, %s)\n' $? "'$1'" \
            "$(cat "$3.at")"
        grep -m 20 -E 'ERROR|error|    #' "$3.err" || true
        printf '0 passed, 1 failed\n'
    } >> "$3.log"
    grep -v ' passed, ' "$3.log" | grep -v '^$'
}

# count_suites FOLDER: adds the lines 'N passed, N failed' of the logs in it to the totals
count_suites ()
{
    local passed failed
    read -r passed failed < <(cat "$1"/*.log | awk '/^[0-9]+ passed, [0-9]+ failed$/ {
        passed += $1; failed += $3 } END { print passed + 0, failed + 0 }')
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed))
}

# at_length CASE MINUTES [SEED]: fuzz_case or mixed_case in one Octave; what crashes tells its number
at_length ()
{
    local seed=${3:-$(date +%s)} at=$scratch/at
    say "$1 for $2 minutes from $seed on, sanitized: $([ "$sanitize" = no ] && echo no || echo yes)"
    mkdir -p "$scratch/logs"
    in_octave "cd (tempdir ()); at_length ('$1', $2, $seed, '$at');" 2> "$scratch/err" |
        tee "$scratch/logs/$1.log" || true
    if ! grep -q ' passed, ' "$scratch/logs/$1.log"; then
        printf -- '---- Octave ended badly in %s (%s)\n0 passed, 1 failed\n' "$1" "$(cat "$at")" |
            tee -a "$scratch/logs/$1.log"
        grep -m 20 -E 'ERROR|error|    #' "$scratch/err" || tail -n 5 "$scratch/err"
    fi
    count_suites "$scratch/logs"
}

fuzz () { at_length fuzz_case "$@"; }

# what was allocated by the toolbox and never freed is told at the end; memory that grows is judged with
# --no-sanitize: the sanitizer keeps the stack of every allocation
mixed ()
{
    leaks=1 quarantine=16
    at_length mixed_case "$@"
    [ "$sanitize" = no ] || leaks_of_ours "$scratch/err"
}

# blocks of the leak sanitizer's report in which a function of the toolbox occurs; Octave has its own leaks
leaks_of_ours ()
{
    local count
    count=$(awk 'BEGIN { RS = "" } / leak of .*geoms_/ { n++ } END { print n + 0 }' "$1")
    say "leaks: $(grep 'SUMMARY: .*leaked' "$1" | sed 's/.*Sanitizer: //'), of these in geoms_mex: $count"
    if [ "$count" != 0 ]; then
        awk 'BEGIN { RS = "" } / leak of .*geoms_/ { print; print "" }' "$1" | head -n 60
        total_failed=$((total_failed + 1))
    fi
}

# lines that the tests execute, by gcc's counters
coverage ()
{
    require gcovr python3
    build coverage
    find build/coverage -name '*.gcda' -delete
    GEOMS_SHORT=1 core_tests 'C tests, counted' coverage
    toolbox_tests '.m suites, counted' build/coverage
    gcovr -r . --object-directory build/coverage -f mex/core -f mex/gateway --gcov-ignore-parse-errors \
        --json build/coverage.json > build/gcovr.log 2>&1 || die 'gcovr failed' 'see build/gcovr.log'
    python3 tests/long/coverage.py build/coverage.json build/uncovered.txt ||
        total_failed=$((total_failed + 1))
}

clang ()
{
    require clang
    build clang
    core_tests 'C tests, clang' clang
    toolbox_tests '.m suites, clang' build/clang
    ! grep -q 'warning:' build/clang.log || total_failed=$((total_failed + 1))
}
