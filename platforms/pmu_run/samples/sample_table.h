// SPDX-License-Identifier: Apache-2.0
// The samples of a file, counted by where they were taken.
#pragma once

#include "sample_request.h"
#include <pmu_run/command_line/command.h>

#include <iss/host/elf_image.h>
#include <iss/sampling/sample_file.h>

#include <iosfwd>
#include <map>

namespace platform::pmu_run {

/// What one event's samples are of.
struct event_samples {
    std::uint64_t all = 0; ///< also those of functions that are not asked for
    std::map<std::uint32_t, std::uint64_t> by_pc;
    /// By stack: entry, outermost first, to the PC. Without call chains: the PC alone.
    std::map<std::vector<std::uint32_t>, std::uint64_t> by_stack;
};

struct sample_table {
    iss::recording header;
    iss::elf_image image;
    std::vector<event_samples> events; ///< as those of the header
};

/// Reads a file and its firmware.
/// \param keeps_stacks whether by_stack is wanted
/// \throws std::runtime_error
sample_table load_samples(const sample_request& request, bool keeps_stacks);

/// The firmware of a file of samples, from where it was, or where the request says it is now.
/// \throws std::runtime_error where it is gone or has other code
iss::elf_image load_firmware(const iss::recording& header, const sample_request& request);

/// Why a run has no proper end, for somebody who sees its samples; nothing: it has one.
std::optional<std::string> cut_text(const iss::recording& header);

/// \throws std::runtime_error where a file has no call chains, which an option needs
void require_chains(const iss::recording& header, const sample_request& request,
                    const char* option);

/// The events asked for, as positions. \throws std::runtime_error where there is none
std::vector<std::size_t> chosen_events(const iss::recording& header, const std::string& word);

/// "main", or "0x00008000" where there is no function.
std::string function_name(const iss::elf_image& image, std::uint32_t pc);
/// The functions that a place in a stack is in, outermost first: the linker's, see function_name(),
/// and those that are inlined there.
std::vector<std::string> frames_at(const iss::elf_image& image, std::uint32_t pc);
/// "main+0x10", or "[unknown]".
std::string symbol_text(const iss::elf_image& image, std::uint32_t pc);

/// What a place is called where rows are functions, lines or instructions: sample_request::sort.
std::string place_name(const iss::elf_image& image, std::uint32_t pc, const std::string& sort);

/// Prints a share on standard output, in per cent, and what stands after it. As with perf a
/// terminal has it red from 5 %, green from 0.5 %, unless NO_COLOR is set.
void print_share(std::uint64_t n, std::uint64_t all, int width, const char* after = "");

/// What stands above the samples of an event, on standard output.
void print_title(const sample_table& table, std::size_t event);

/// A row of a table with shares: a function, or what else a row is about.
struct share_row {
    std::string name;
    std::optional<std::uint64_t> total; ///< with what it has called; nothing: not asked for
    std::optional<std::uint64_t> self;  ///< nothing: it stands for several
    std::size_t indent = 0;             ///< of the name, in columns
};

/// Prints rows on standard output, with names in as much room as there is.
/// \param heading of the names \param all samples
void print_rows(const std::vector<share_row>& rows, const std::string& heading, std::uint64_t all,
                const sample_request& request);

/// The last part of a path, fit for a line of text.
std::string file_name(const std::string& path);

// The views, on standard output.
void print_sample_report(const sample_table& table, const sample_request& request);
void print_call_tree(const sample_table& table, std::size_t event, const sample_request& request);
void print_annotation(const sample_table& table, const sample_request& request);
void print_folded(const sample_table& table, const sample_request& request);
void print_script(const sample_request& request);

/// The costs of code, samples times periods, as Callgrind writes them.
void write_sample_costs(std::ostream& out, const sample_table& table,
                        const sample_request& request);

} // namespace platform::pmu_run
