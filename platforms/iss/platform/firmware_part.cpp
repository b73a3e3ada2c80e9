// SPDX-License-Identifier: Apache-2.0
#include <iss/platform/firmware_part.h>

#include <algorithm>
#include <stdexcept>

namespace platform::iss {

bool firmware_part::parks(std::uint32_t number) const {
    return std::find(parking.begin(), parking.end(), number) != parking.end();
}

std::optional<activity::activity_kind> firmware_part::kind_of(std::uint32_t number) const {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(),
                     [=](const activity::event_entry& e) { return e.number == number; });
    return found != kinds.end() ? std::optional(found->kind) : std::nullopt;
}

std::vector<const pmu::event_desc*>
firmware_part::shown_events(const program::option_values& options) const {
    std::vector<const pmu::event_desc*> shown;
    for (const pmu::event_desc& e : events(options)) {
        const bool is_parking = e.rule == pmu::event_rule::nothing && parks(e.number);
        if (!is_parking && (can_happen == nullptr || can_happen(e))) {
            shown.push_back(&e);
        }
    }
    return shown;
}

firmware_setup completed(firmware_setup setup, cpu_type type, const program::unit_info& unit) {
    setup.cpu.type = type;
    setup.cpu.coprocessor = &unit.registers();
    setup.cpu.coprocessor_window = components::memory_map::coprocessor(0);
    return setup;
}

program::option_values options_of(const firmware_setup& setup, const program::unit_info& unit) {
    return setup.options.value_or(program::option_values(unit.options()));
}

namespace {

/// Of the units that have the same place only one is on the bus: the part's own, or the first of
/// the list.
void add_where_there_is_room(std::vector<bus_unit_plan>& units, const bus_unit_plan& plan) {
    const bool is_taken = std::any_of(units.begin(), units.end(), [&](const bus_unit_plan& u) {
        return plan.base < u.base + u.bytes && u.base < plan.base + plan.bytes;
    });
    if (!is_taken) {
        units.push_back(plan);
    }
}

} // namespace

std::unique_ptr<firmware_platform> make_platform(const firmware_part& part,
                                                 const firmware_setup& setup,
                                                 const std::vector<const firmware_part*>& all) {
    firmware_setup whole = setup;
    const firmware_part* of_cpu = &part;
    if (part.make == nullptr) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const firmware_part* p) {
            return p->make != nullptr && p->cpu == part.cpu;
        });
        if (found == all.end()) {
            throw std::invalid_argument("no part has the CPU that the part is shown with");
        }
        of_cpu = *found;
        whole.options.reset();
    }
    if (part.on_bus != nullptr) {
        whole.bus_units.push_back(part.on_bus(options_of(setup, part.part.unit)));
    }
    for (const firmware_part* p : all) {
        if (p != &part && p->on_bus != nullptr) {
            add_where_there_is_room(whole.bus_units,
                                    p->on_bus(program::option_values(p->part.unit.options())));
        }
    }
    return of_cpu->make(whole);
}

} // namespace platform::iss
