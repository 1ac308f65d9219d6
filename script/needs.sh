# What the scripts need of a machine. Each `need_…` finds it, or installs Debian's package where that can be done
# without asking, or says what to install and stops. Read by the scripts beside it, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

stop() {
    printf '%s\n' "$@" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
    command -v apt-get >/dev/null && as_root true 2>/dev/null
}

# Standard output stays free for what the scripts themselves have to say.
install_packages() {
    echo "installing $*" >&2
    as_root apt-get update -qq >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >&2 </dev/null
}

need_rust() {
    command -v cargo >/dev/null || PATH="$HOME/.cargo/bin:$PATH"
    command -v cargo >/dev/null || stop "Rust is not installed: https://rustup.rs says how (one command, no root needed)."
    local wanted found
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
    found=$(rustc --version | cut -d ' ' -f 2)
    printf '%s\n' "$wanted" "$found" | sort -V -C \
        || stop "Rust $wanted or newer is needed, and this is $found: run \"rustup update\" (https://rustup.rs)."
}

need_compiler() {
    command -v cc >/dev/null && return
    may_install || stop "A C compiler is needed to link Rust programs: install gcc and the C library's headers" \
        "(Debian and Ubuntu: apt-get install gcc libc6-dev; macOS: xcode-select --install)."
    install_packages gcc libc6-dev
}

# The fuzzers are linked with LLVM's libFuzzer, which is built on the way.
need_cpp_compiler() {
    command -v c++ >/dev/null && return
    may_install || stop "A C++ compiler is needed to build the fuzzers: install g++ (Debian and Ubuntu: apt-get install g++)."
    install_packages g++
}

has_postgres() {
    local folder
    local IFS=:
    for folder in $PATH "$(pg_config --bindir 2>/dev/null)" /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin \
        /home/linuxbrew/.linuxbrew/opt/postgresql@*/bin /Applications/Postgres.app/Contents/Versions/*/bin; do
        if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then return 0; fi
    done
    return 1
}

# The package would also make and start a database of its own on port 5432; Mallard wants the programs only.
need_postgres() {
    if has_postgres; then return; fi
    may_install || stop "PostgreSQL is needed: install its server" \
        "(Debian and Ubuntu: apt-get install postgresql; Homebrew: brew install postgresql)," \
        "or set DATABASE_URL to a database of yours, as in postgres://user:password@host:5432/database."
    local no_cluster=/etc/postgresql-common/createcluster.d/mallard.conf
    as_root mkdir -p "${no_cluster%/*}"
    echo "create_main_cluster = false" | as_root tee "$no_cluster" >/dev/null
    install_packages postgresql || { as_root rm -f "$no_cluster"; stop "PostgreSQL could not be installed."; }
    as_root rm -f "$no_cluster"
}

need_node() {
    if command -v node >/dev/null && command -v npm >/dev/null; then return; fi
    may_install || stop "Node.js 18 or newer with npm is needed: https://nodejs.org" \
        "(Debian and Ubuntu: apt-get install nodejs npm)."
    install_packages nodejs npm
}

# Sets CHROMIUM. The shell without windows draws with the same engine and takes half the processor time. Ubuntu's package
# is only a pointer to a snap, so there the installed browser must be named.
need_chromium() {
    export CHROMIUM=${CHROMIUM:-}
    if [ -n "$CHROMIUM" ]; then
        CHROMIUM=$(command -v "$CHROMIUM") || stop "CHROMIUM names no program: set it to one, or unset it."
        return
    fi
    if CHROMIUM=$(command -v chromium-headless-shell); then return; fi
    if may_install && grep -q '^ID=debian' /etc/os-release; then
        if install_packages chromium-headless-shell || install_packages chromium; then
            CHROMIUM=$(command -v chromium-headless-shell || command -v chromium)
            return
        fi
    fi
    local name
    for name in chromium google-chrome google-chrome-stable chromium-browser; do
        if CHROMIUM=$(command -v "$name"); then return; fi
    done
    stop "Chromium or Chrome is needed for the browser tests: install one (Debian: apt-get install chromium-headless-shell)," \
        "and set CHROMIUM to its program if it is not on the PATH."
}

# Sets FIREFOX. Ubuntu's package is only a pointer to a snap here too.
need_firefox() {
    local name
    for name in "${FIREFOX:-}" firefox-esr firefox; do
        if [ -n "$name" ] && FIREFOX=$(command -v "$name"); then export FIREFOX; return; fi
    done
    if may_install && grep -q '^ID=debian' /etc/os-release; then
        install_packages firefox-esr
        export FIREFOX=/usr/bin/firefox-esr
        return
    fi
    stop "Firefox is needed for the browser tests: install it (Debian: apt-get install firefox-esr)," \
        "and set FIREFOX to its program if it is not on the PATH."
}

# Where cargo puts what it builds, whoever has set that.
target_folder() {
    (cd "$root" && cargo metadata --locked --format-version 1 --no-deps) \
        | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}
