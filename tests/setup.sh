# shellcheck shell=bash
# setup.sh - what tests/run and examples/demo share: programs that are missing are installed where
# apt-get exists, then everything is built.
#
#     . tests/setup.sh
#     require compiler cmake octave ...      each is there afterwards, or the script ends and says why
#     wish gnuplot ...                       the same, but their absence is only reported
#     build PRESET [TARGET [OPTIONS]]        configures and builds into build/PRESET, or ends
#     try_build PRESET [TARGET [OPTIONS]]    the same, or builds as much as can be and fails
#
# Needs bash 3.2 or newer. Sourced with the project's top folder as current folder, under set -eu.

# programs speak English, because their words are searched for, and UTF-8
export LC_ALL=C.UTF-8
unset LANGUAGE

say () { printf '%s\n' "$*"; }
die ()
{
    printf 'error: %s\n' "$1" >&2
    shift
    for line; do printf '       %s\n' "$line" >&2; done
    exit 2
}

has () { command -v "$1" > /dev/null 2>&1; }
processors () { echo "${GEOMS_JOBS:-$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2)}"; }

scratch=$(mktemp -d "${TMPDIR:-/tmp}/geoms.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# ---- what is there ----

compiler () { for c in "${CC:-cc}" gcc clang; do has "$c" && { echo "$c"; return; }; done; return 1; }

# links FLAGS...: whether the C program on standard input compiles and links
links () { "$(compiler)" -x c -o "$scratch/program" - "$@" > /dev/null 2>&1; }

present ()
{
    case $1 in
        compiler) compiler > /dev/null && echo 'int main (void) { return 0; }' | links -lm ;;
        lapack)
            local program='void dgesv_ (void); int main (void) { dgesv_ (); return 0; }'
            for flags in '-llapack' '-lopenblas' '-framework Accelerate'; do
                # shellcheck disable=SC2086  # a flag may be two words
                echo "$program" | links $flags && return
            done
            return 1 ;;
        cmocka)
            printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h cmocka.h \
                > "$scratch/cmocka.c"
            echo 'int main (void) { return 0; }' >> "$scratch/cmocka.c"
            # shellcheck disable=SC2046  # several words, or none
            links $(pkg-config --cflags --libs-only-L cmocka 2> /dev/null) -lcmocka \
                < "$scratch/cmocka.c" ;;
        klu)
            local folder
            for folder in '' suitesparse/; do
                printf '#include <%sklu.h>\n%s\n' "$folder" \
                    'int main (void) { klu_common c; return ! klu_defaults (&c); }' |
                    links -lklu -lbtf -lamd -lcolamd -lsuitesparseconfig -lm && return
            done
            return 1 ;;
        octave) has octave-cli ;;
        font) # Debian's Octave cannot draw without this one, and only recommends it
            ! has apt-get || [ -e /usr/share/fonts/opentype/freefont/FreeSans.otf ] ;;
        octave-parallel) # for parcellfun
            ! has apt-get || compgen -G '/usr/share/octave/packages/parallel-*' > /dev/null ;;
        *) has "$1" ;;
    esac
}

# the Debian packages of one thing
packages ()
{
    case $1 in
        compiler) echo gcc libc6-dev ;;
        mkoctfile) echo octave-dev ;;
        lapack) echo liblapack-dev ;;
        cmocka) echo libcmocka-dev ;;
        klu) echo libsuitesparse-dev ;;
        gnuplot) echo gnuplot-nox ;;
        font) echo fonts-freefont-otf ;;
        *) echo "$1" ;;
    esac
}

# absent NAME...: those that are not there
absent () { for name; do present "$name" || printf '%s ' "$name"; done; }

# ---- install ----

# as_root COMMAND...
as_root () { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

lists=old # of packages: fetched at most once

# apt_install NAME...: 0 when done; otherwise `trouble` says what went wrong
apt_install ()
{
    local list=() log=$scratch/apt.log
    for name; do
        # shellcheck disable=SC2207  # words without blanks
        list+=($(packages "$name"))
    done
    if ! has apt-get; then
        trouble="this script installs with apt-get only, which is not here: install them by hand"
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! has sudo; then
        trouble="neither root nor sudo; run as root: apt-get install ${list[*]}"
        return 1
    fi
    say "installing with apt-get: ${list[*]}"
    if [ "$lists" = old ]; then
        as_root apt-get -q update > "$log" 2>&1 || say "  (apt-get update reports errors)"
        lists=new
    fi
    if ! as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y --no-install-recommends install "${list[@]}" >> "$log" 2>&1; then
        grep -E '^(E|W|Err):?' "$log" | tail -n 8 | sed 's/^/  /' >&2
        trouble="apt-get failed; is there a network connection?"
        return 1
    fi
}

require ()
{
    local missing trouble=''
    missing=$(absent "$@")
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086  # words without blanks
    if ! apt_install $missing; then die "missing: ${missing% }" "$trouble"; fi
    missing=$(absent "$@")
    if [ -n "$missing" ]; then die "still missing after installation: ${missing% }"; fi
}

wish ()
{
    local missing trouble=''
    missing=$(absent "$@")
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086
    apt_install $missing || say "going on without ${missing% } ($trouble)"
}

# ---- build ----

# OPTIONS are for cmake, such as -DNAME=VALUE; TARGET is all by default
try_build ()
{
    local preset=$1 target=${2:-all} folder=build/$1 log=build/$1.log home
    shift; [ $# -eq 0 ] || shift
    mkdir -p build

    # a folder that was configured elsewhere (the project was moved or copied) starts afresh
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2> /dev/null) || true
    if [ -n "$home" ] && [ "$home" != "$PWD" ]; then rm -rf "$folder"; fi

    if ! { cmake --preset "$preset" "$@" &&
           MAKEFLAGS=k cmake --build "$folder" --target "$target" --parallel "$(processors)"; } \
        > "$log" 2>&1; then
        grep -A 3 -E '[Ee]rror|not found|undefined reference' "$log" | head -n 40 >&2
        return 1
    fi
    if grep -q 'warning:' "$log"; then
        say "compiler warnings ($log):"
        grep 'warning:' "$log" | sort -u | sed 's/^/  /'
    fi
}

build ()
{
    try_build "$@" || die "the build '$1' failed" "everything it said is in build/$1.log"
}

# Octave without anyone's start-up files and history
# shellcheck disable=SC2034  # for those who source this
octave='octave-cli --norc --no-history -q'
