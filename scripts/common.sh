# SPDX-License-Identifier: Apache-2.0
# What scripts share, for `source`.

# fail TEXT: ends the script with a line that begins with its name.
fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# help_if_asked ARGUMENT...: if one is -h or --help, prints the comment at the head of the script and ends it.
help_if_asked() {
    local argument
    for argument in "$@"; do
        if [[ $argument == -h || $argument == --help ]]; then
            sed -n '3,${/^#/!q;s/^# \?//p}' "$0"
            exit 0
        fi
    done
}

# cache_folder: prints where what is fetched once is kept.
cache_folder() {
    local caches=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    [[ -n $caches ]] || fail "neither XDG_CACHE_HOME nor HOME is set; set XDG_CACHE_HOME to a folder for what is fetched"
    echo "$caches/tlm-pmu"
}

# debian_archive: prints the URI of Debian's main archive as apt of this system has it, in sources of either format. Any
# suite is below it.
debian_archive() {
    local uri=${TLM_PMU_DEBIAN_ARCHIVE:-} list
    if [[ -z $uri ]]; then
        uri=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
            awk -F '|' '$1 == "Debian" && $2 == "Debian" && $3 !~ /^cdrom:/ && !n++ { print $3 }') || true
    fi
    if [[ $uri == mirror+file:* ]]; then # a file with a line for each archive, as cloud images have it
        list=${uri#mirror+file:}
        uri=$(awk '/^[a-z]/ && !n++ { print $1 }' "${list%/}")
    fi
    [[ -n $uri ]] || fail "apt of this system has no index of a Debian archive: run apt-get update, or set" \
        "TLM_PMU_DEBIAN_ARCHIVE to the URI of one"
    echo "$uri"
}

# begin_own_apt FOLDER ARCHITECTURE WHAT: from now on apt has folders of its own, and fetches WHAT from Debian's bookworm.
# Nothing of the system's apt changes.
begin_own_apt() {
    local archive keys=/usr/share/keyrings/debian-archive-keyring.gpg
    [[ -e $keys ]] || fail "no $keys; scripts/setup --with drivers installs debian-archive-keyring"
    archive=$(debian_archive)
    rm -rf "$1"
    mkdir -p "$1"/{state/lists/partial,cache/archives/partial}
    touch "$1/status"
    echo "deb [arch=$2 signed-by=$keys] $archive bookworm main" >"$1/sources.list"
    cat >"$1/apt.conf" <<EOC
APT::Architecture "$2";
APT::Architectures { "$2"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Dir::State "$1/state";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
EOC
    export APT_CONFIG=$1/apt.conf
    echo "${0##*/}: fetching $3 of bookworm, $2, from $archive" >&2
    apt-get -qq update >&2 || fail "apt cannot reach $archive"
}
