// SPDX-License-Identifier: Apache-2.0
// Who calls whom: the functions of all stacks as a tree, callers first.
#include "sample_table.h"

#include <algorithm>

namespace platform::pmu_run {

namespace {

/// A 200th of the samples that are shown, 0.5 %: less is not shown.
constexpr std::uint64_t least_share = 200;

/// A function as called by a chain of others.
struct tree_node {
    std::uint64_t total = 0;
    std::uint64_t self = 0;
    std::map<std::string, tree_node> calls;
    std::uint64_t deeper = 0; ///< in calls that are left out
};

void add(tree_node& root, const sample_table& table, const std::vector<std::uint32_t>& stack,
         std::uint64_t samples, std::size_t depth) {
    tree_node* at = &root;
    std::size_t left = depth;
    for (const std::uint32_t pc : stack) {
        for (const std::string& function : frames_at(table.image, pc)) {
            if (left == 0) {
                at->deeper += samples;
                return;
            }
            --left;
            at = &at->calls[function];
            at->total += samples;
        }
    }
    at->self += samples;
}

/// Rows of what is called, the greatest first. \param all samples that are shown
void add_rows(std::vector<share_row>& rows, const tree_node& of, std::size_t indent,
              std::uint64_t all) {
    std::vector<const std::pair<const std::string, tree_node>*> order;
    std::uint64_t small = 0;
    std::uint64_t in_small = 0;
    for (const auto& call : of.calls) {
        if (call.second.total * least_share < all) {
            ++small;
            in_small += call.second.total;
        } else {
            order.push_back(&call);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->second.total > b->second.total;
    });
    for (const auto* const call : order) {
        rows.push_back({call->first, call->second.total, call->second.self, indent});
        add_rows(rows, call->second, indent + 2, all);
    }
    if (small != 0) {
        rows.push_back({text_of('(', small, " below 0.5 %)"), in_small, std::nullopt, indent});
    }
    if (of.deeper != 0) {
        rows.push_back({"(deeper calls)", of.deeper, std::nullopt, indent});
    }
}

} // namespace

void print_call_tree(const sample_table& table, std::size_t event, const sample_request& request) {
    const event_samples& samples = table.events[event];
    tree_node root;
    for (const auto& [stack, n] : samples.by_stack) {
        add(root, table, stack, n, request.depth);
    }
    std::uint64_t shown = 0; // what filters have left
    for (const auto& [name, call] : root.calls) {
        shown += call.total;
    }
    std::vector<share_row> rows;
    add_rows(rows, root, 0, shown);
    print_title(table, event);
    print_rows(rows, "Call tree", samples.all, request);
}

} // namespace platform::pmu_run
