// SPDX-License-Identifier: Apache-2.0
#include "event_words.h"
#include "help_pages.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>

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

    local kind= choices= options='--help --version' positions=topic actions= place=0
    local command= part= option= plain_only=
    if ((${#line[@]} > 1)); then
        command=${line[0]}
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
        elif [[ $place == 0 && " $actions " == *" ${line[n]} "* ]]; then
            command+=" ${line[n]}"
            _pmu_run_about "$command"
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
        topic) kind=words choices=$_pmu_run_commands ;;
        words/*) choices=${kind#*/} choices=${choices//,/ } kind=words ;;
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
                                                               {"trace-event", "events"},
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

std::vector<std::string> words_for(const CLI::Option& option) {
    return option.get_type_name() == "SIGNAL=EVENT" ? std::vector<std::string>{"auto"}
                                                    : choices_of(option);
}

/// The words of a name, between commas.
std::string names_of(const std::vector<command_tree::node>& actions, const char* between) {
    std::vector<std::string> names;
    for (const command_tree::node& action : actions) {
        if (action.is_for_people()) {
            names.push_back(action.what.text.name);
        }
    }
    return joined(names, between);
}

/// What stands where, without the options.
std::string positions_of(const command_tree::node& of) {
    std::vector<std::string> positions;
    bool repeats = false;
    for (const CLI::Option* option : of.app.get_options()) {
        if (!option->get_positional()) {
            continue;
        }
        const std::string name = option->get_name(true, false);
        const std::vector<std::string> words = choices_of(*option);
        positions.push_back(name == "PART"       ? "part"
                            : name == "TOPIC"    ? "topic"
                            : name == "SYMBOL"   ? "none"
                            : !words.empty()     ? "words/" + joined(words, ",")
                            : of.actions.empty() ? "files"
                                                 : "files/" + names_of(of.actions, ","));
        repeats = option->get_items_expected_max() > 1;
    }
    if (!repeats) {
        positions.emplace_back("none");
    }
    return joined(positions, " ");
}

void print_about(std::ostream& out, const command_tree::node& of) {
    std::vector<std::string> options{"--help"};
    out << "    '" << of.name << "')\n        positions='" << positions_of(of) << "' actions='"
        << names_of(of.actions, " ") << "'\n        case $2 in\n";
    for (const CLI::Option* option : named_options(of.app)) {
        std::string names = option->get_name(false, true);
        options.push_back(option->get_name(false, false));
        if (is_flag(*option)) {
            continue;
        }
        std::replace(names.begin(), names.end(), ',', '|');
        const std::vector<std::string> words = words_for(*option);
        out << "        " << names << ") kind=";
        if (words.empty()) {
            out << kind_of(*option) << " ;;\n";
        } else {
            out << "words choices='" << joined(words, " ") << "' ;;\n";
        }
    }
    out << "        esac\n        options='" << joined(options, " ") << "' ;;\n";
}

std::vector<std::string> event_names(const part::part_entry& part) {
    std::vector<std::string> names{cycles_name};
    for (const exports::event_alias& a : part.events.front().aliases) {
        names.emplace_back(a.name);
    }
    for (const pmu::event_desc* e : events_of(part)) {
        if (std::find(names.begin(), names.end(), e->name) == names.end()) {
            names.emplace_back(e->name);
        }
    }
    return names;
}

std::vector<std::string> parameter_names(const part::part_entry& part) {
    std::vector<std::string> names;
    for (const pmu::parameter_desc& option : part.unit.options()) {
        names.push_back(option.name + std::string("="));
    }
    return names;
}

/// A function that prints words of a part; of all, where it is not known.
void print_lists(std::ostream& out, const std::string& name, const part_words& words_of) {
    std::vector<std::string> all;
    out << name << "() {\n    case $1 in\n";
    for (const platform_entry& p : all_platforms()) {
        const auto words = p.part != nullptr ? words_of(*p.part) : std::vector<std::string>();
        out << "    " << p.name << ") echo '" << joined(words, " ") << "' ;;\n";
        for (const std::string& word : words) {
            if (std::find(all.begin(), all.end(), word) == all.end()) {
                all.push_back(word);
            }
        }
    }
    out << "    *) echo '" << joined(all, " ") << "' ;;\n    esac\n}\n";
}

} // namespace

void print_completion(std::ostream& out, const command_tree& commands,
                      const part_words& metric_names) {
    out << "# bash completion of pmu_run; made by `pmu_run help --completion`\n"
        << "_pmu_run_commands='" << names_of(commands.nodes(), " ") << "'\n_pmu_run_parts='"
        << platform_names(" ") << "'\n";
    print_lists(out, "_pmu_run_events", event_names);
    print_lists(out, "_pmu_run_metrics", metric_names);
    print_lists(out, "_pmu_run_parameters", parameter_names);
    out << "# Of a command and one of its options: what follows.\n"
           "_pmu_run_about() {\n    case $1 in\n";
    for (const command_tree::node* command : commands.all()) {
        print_about(out, *command);
    }
    out << "    *) positions=none actions= ;;\n    esac\n    return 0\n}" << script;
}

} // namespace platform::pmu_run
