// SPDX-License-Identifier: Apache-2.0
#include "completion.h"

#include <exports/formats.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <sstream>

namespace platform::pmu_run {

namespace {

// bash splits words at = and :, so they are joined again first, and what has been typed up to the
// last of them is no part of an answer.
constexpr const char* script = R"sh(
_pmu_run() {
    local -a line=()
    local word glued= n
    for ((n = 1; n <= COMP_CWORD; ++n)); do
        word=${COMP_WORDS[n]}
        if ((${#line[@]} > 0)) && [[ $glued || $word == [=:] ]]; then
            line[-1]+=$word
        else
            line+=("$word")
        fi
        glued=
        [[ $word == [=:] ]] && glued=yes
    done
    word=${line[-1]}
    COMPREPLY=()

    local kind= choices= options= positions=first place=0 command= part= option= plain_only=
    if ((${#line[@]} == 1)); then
        _pmu_run_about -
        positions=first
    else
        command=${line[0]}
        if [[ " $_pmu_run_parts " == *" $command "* ]]; then
            part=$command command=- place=1
        fi
        _pmu_run_about "$command"
    fi
    for ((n = 1; n < ${#line[@]} - 1; ++n)); do
        if [[ $option ]]; then
            option=
        elif [[ ${line[n]} == -- ]]; then
            plain_only=yes
        elif [[ ${line[n]} == -* && ! $plain_only ]]; then
            kind=
            _pmu_run_about "$command" "${line[n]}"
            option=${kind:+${line[n]}}
        else
            [[ $place == 0 && $positions == part* ]] && part=${line[n]}
            ((++place))
        fi
    done

    local value=$word before=
    kind= choices=
    if [[ $option ]]; then
        _pmu_run_about "$command" "$option"
    elif [[ $word == --*=* && ! $plain_only ]]; then
        before=${word%%=*}= value=${word#*=}
        _pmu_run_about "$command" "${word%%=*}"
    elif [[ $word == -* && ! $plain_only ]]; then
        kind=words choices=$options
    else
        local -a kinds=($positions)
        ((place >= ${#kinds[@]})) && ((place = ${#kinds[@]} - 1))
        kind=${kinds[place]:-none}
        case $kind in
        first) kind=words choices="$_pmu_run_commands $_pmu_run_parts" ;;
        topic) kind=words choices=$_pmu_run_commands ;;
        esac
    fi

    local list=
    [[ $value == [\'\"]* ]] && value=${value:1}
    case $kind in
    events) list=$(_pmu_run_events "$part") ;;
    metrics) list="list $(_pmu_run_metrics "$part")" ;;
    parameters) [[ $value != *=* ]] && list=$(_pmu_run_parameters "$part") ;;
    part) choices=$_pmu_run_parts ;;
    esac
    if [[ $list ]]; then
        before+=${value%"${value##*[,\{\}]}"} value=${value##*[,\{\}]} choices=$list
        compopt -o nospace 2>/dev/null
    fi
    case $kind in
    files*)
        [[ $kind == files/* ]] && choices=${kind#*/} choices=${choices//,/ }
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$value"; compgen -f -- "$value")
        compopt -o filenames -o default 2>/dev/null ;;
    folders)
        mapfile -t COMPREPLY < <(compgen -d -- "$value")
        compopt -o filenames 2>/dev/null ;;
    *) [[ $choices ]] && mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$value") ;;
    esac
    COMPREPLY=("${COMPREPLY[@]/#/$before}")
    local breaks=${COMP_WORDBREAKS:-=:} mark typed=
    for mark in = :; do
        if [[ $breaks == *$mark* && $word == *$mark* ]]; then
            local up_to=${word%"${word##*$mark}"}
            ((${#up_to} > ${#typed})) && typed=$up_to
        fi
    done
    COMPREPLY=("${COMPREPLY[@]#"$typed"}")
}
complete -F _pmu_run pmu_run
)sh";

/// What is asked for where something is to be typed: the words that the script knows.
std::string kind_of(const CLI::Option& option) {
    static const std::map<std::string, std::string> by_name = {{"event", "events"},
                                                               {"metrics", "metrics"},
                                                               {"option", "parameters"},
                                                               {"against-option", "parameters"}};
    if (const auto found = by_name.find(option.get_single_name()); found != by_name.end()) {
        return found->second;
    }
    const std::string type = option.get_type_name();
    return type == "FILE" || option.get_single_name() == "save-at" ? "files"
           : type == "FOLDER"                                      ? "folders"
                                                                   : "none";
}

std::vector<std::string> formats_of_command(const std::string& command) {
    const bool any = command == "-";
    std::string text;
    for (const exports::selection tables :
         {exports::selection{true, false, false}, exports::selection{false, true, false},
          exports::selection{false, false, true}}) {
        const bool is_meant = any || (command == "registers" && tables.registers) ||
                              (command == "events" && tables.events) ||
                              (command == "parameters" && tables.parameters);
        text += is_meant ? exports::formats_of(tables) + ", " : "";
    }
    std::vector<std::string> formats;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        word.erase(std::min(word.find(','), word.size()));
        if (std::find(formats.begin(), formats.end(), word) == formats.end()) {
            formats.push_back(word);
        }
    }
    return formats;
}

std::vector<std::string> words_for(const CLI::Option& option, const std::string& command) {
    if (option.get_single_name() == "format") {
        return formats_of_command(command);
    }
    return option.get_type_name() == "SIGNAL=EVENT" ? std::vector<std::string>{"auto"}
                                                    : choices_of(option);
}

/// What stands where, without the options: the synopsis says it.
std::string positions_of(const command_desc& command) {
    if (command.name == "sweep") {
        return "files/status,collect,page,compare files";
    }
    std::string positions;
    std::istringstream words(command.arguments);
    for (std::string word; words >> word && word.front() != '-';) {
        const bool repeats = word.find("...") != std::string::npos;
        positions += positions.empty() ? "" : " ";
        positions += word == "PART"                             ? "part"
                     : word.find("SYMBOL") != std::string::npos ? "none"
                                                                : "files";
        if (!repeats && words.rdbuf()->in_avail() == 0) {
            positions += " none";
        }
    }
    return positions.empty() ? "none" : positions;
}

void print_about(std::ostream& out, const std::string& command, const std::string& positions,
                 const CLI::App& app) {
    std::vector<std::string> options{"--help"};
    out << "    " << command << ")\n        positions='" << positions << "'\n        case $2 in\n";
    for (const CLI::Option* option : named_options(app)) {
        std::string names = option->get_name(false, true);
        if (names.empty()) { // it is not for people
            continue;
        }
        options.push_back(option->get_name(false, false));
        if (is_flag(*option)) {
            continue;
        }
        std::replace(names.begin(), names.end(), ',', '|');
        const std::vector<std::string> words = words_for(*option, command);
        out << "        " << names << ") kind=";
        if (words.empty()) {
            out << kind_of(*option) << " ;;\n";
        } else {
            out << "words choices='" << joined(words, " ") << "' ;;\n";
        }
    }
    out << "        esac\n        options='" << joined(options, " ") << "' ;;\n";
}

/// A function that prints words of a part; of all, where it is not known.
void print_lists(std::ostream& out, const std::string& name,
                 const std::vector<completed_part>& parts,
                 const std::function<const std::vector<std::string>&(const completed_part&)>& of) {
    std::vector<std::string> all;
    out << name << "() {\n    case $1 in\n";
    for (const completed_part& part : parts) {
        out << "    " << part.name << ") echo '" << joined(of(part), " ") << "' ;;\n";
        for (const std::string& word : of(part)) {
            if (std::find(all.begin(), all.end(), word) == all.end()) {
                all.push_back(word);
            }
        }
    }
    out << "    *) echo '" << joined(all, " ") << "' ;;\n    esac\n}\n";
}

} // namespace

void print_completion(std::ostream& out, const std::vector<command_page>& pages,
                      const CLI::App& plain, const std::vector<completed_part>& parts) {
    std::vector<std::string> commands{"help"};
    for (const command_page& page : pages) {
        commands.push_back(page.command.name);
    }
    std::vector<std::string> names;
    for (const completed_part& part : parts) {
        names.push_back(part.name);
    }
    out << "# bash completion of pmu_run; made by `pmu_run help --completion`\n"
        << "_pmu_run_commands='" << joined(commands, " ") << "'\n_pmu_run_parts='"
        << joined(names, " ") << "'\n";
    print_lists(
        out, "_pmu_run_events", parts,
        [](const completed_part& p) -> const auto& { return p.events; });
    print_lists(
        out, "_pmu_run_metrics", parts,
        [](const completed_part& p) -> const auto& { return p.metrics; });
    print_lists(
        out, "_pmu_run_parameters", parts,
        [](const completed_part& p) -> const auto& { return p.parameters; });
    out << "# Of a command, - for none, and one of its options: what follows.\n"
           "_pmu_run_about() {\n    case $1 in\n";
    for (const command_page& page : pages) {
        print_about(out, page.command.name, positions_of(page.command), *page.app);
    }
    print_about(out, "-", "part files", plain);
    out << "    help) positions='topic none' options='--man --completion' ;;\n"
           "    *) positions=none ;;\n"
           "    esac\n    return 0\n}"
        << script;
}

} // namespace platform::pmu_run
