// SPDX-License-Identifier: Apache-2.0
// Caches and TLBs of each core against the judge, on random programs: fetches, loads, stores and
// operations of CP15, under page tables with pages of all sizes and kinds, with random geometries
// and policies.
#include <generated/cpu_types.h>
#include <iss/cache_judge.h>
#include <iss/meter/memory_model.h>
#include <iss/page_registers.h>
#include <iss/random_pages.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::iss {
namespace {

constexpr int programs = 200; // of each core
constexpr int steps = 600;    // of each program

namespace judge = cache_judge;

using kind = activity::activity_kind;

/// A random program of a core, executed by both.
class contest {
public:
    contest(const core_model& core, unsigned seed)
        : m_random(seed), m_core(core), m_is_arm11(core.round_robin_by_control),
          m_icache(any_geometry()), m_dcache(any_geometry()),
          m_model(core, {m_icache, m_dcache}, m_budget), m_judge(machine()) {
        m_model.turn(true, true);
        if (core.tables && m_random() % 4 != 0) {
            m_pages.emplace(core.has_mini_data_cache, distance, m_random);
            turn_on_translation();
        }
        for (place& p : m_places) {
            p = any_place();
        }
    }

    void run() {
        for (m_step = 0; m_step < steps && !testing::Test::HasFailure(); ++m_step) {
            step();
            compare();
        }
    }

private:
    static constexpr std::uint32_t distance = 0x1000'0000; ///< from an address to where it leads

    void turn_on_translation() {
        m_translation.emplace(m_core.tables.value(), [this](std::uint32_t at) {
            const auto found = m_pages->words().find(at);
            return std::optional<std::uint32_t>(found != m_pages->words().end() ? found->second
                                                                                : 0);
        });
        m_translation->refresh(registers_of_mmu(judge::random_pages::table, m_core.tables.value()));
        m_model.set_translation(&*m_translation);
    }
    cache_geometry any_geometry() {
        static constexpr cache_geometry some[] = {{512, 1, 32},  {1024, 2, 16},  {1024, 4, 32},
                                                  {2048, 8, 32}, {2048, 32, 32}, {4096, 4, 64},
                                                  {1024, 16, 16}};
        cache_geometry g = some[m_random() % std::size(some)];
        const unsigned n = m_random() % 8;
        g.policy = n < 3 ? static_cast<cache_policy>(n + 1) : cache_policy::core;
        return g;
    }

    judge::policy policy_of(const cache_geometry& g) const {
        switch (g.policy) {
        case cache_policy::lru: return judge::policy::lru;
        case cache_policy::round_robin: return judge::policy::round_robin;
        case cache_policy::random: return judge::policy::random;
        case cache_policy::core: break;
        }
        return m_core.has_mini_data_cache ? judge::policy::round_robin : judge::policy::random;
    }
    judge::machine machine() const {
        const bool is_xscale = m_core.has_mini_data_cache;
        const auto cache = [&](const cache_geometry& g) {
            return judge::store(g.bytes / g.ways / g.line, g.ways, policy_of(g), is_xscale);
        };
        const auto bits = [](std::uint32_t n) { return static_cast<unsigned>(__builtin_ctz(n)); };
        const judge::store tlb(1, is_xscale ? 32 : 10, judge::policy::round_robin, is_xscale);
        return {cache(m_icache),
                cache(m_dcache),
                bits(m_icache.line),
                bits(m_dcache.line),
                tlb,
                tlb,
                m_is_arm11 || is_xscale,
                m_is_arm11,
                is_xscale};
    }

    struct place {
        std::uint32_t address = 0;
        std::uint32_t physical = 0;
        unsigned page_bits = 12;
        judge::kind kind = judge::kind::write_allocate;
    };
    /// A place of the program, with room behind it in its page.
    place any_place_of_program() {
        place p = m_places[m_random() % m_places.size()];
        const std::uint32_t offset = m_random() % 2 == 0 ? m_random() % 0x80 : m_random() % 0x3C0;
        p.address += offset;
        p.physical += offset;
        return p;
    }
    /// A KiB somewhere.
    place any_place() {
        place p;
        if (m_pages) {
            const judge::random_pages::page& page = m_pages->any(m_random);
            const std::uint32_t pieces = std::min(1U << (page.bits - 10), 16U);
            p.address = page.begin + m_random() % pieces * 1024;
            p.physical = p.address + distance;
            p.page_bits = page.bits;
            p.kind = page.kind;
        } else {
            p.address = m_random() % 48 * 1024;
            p.physical = p.address;
            p.kind = m_is_arm11 ? judge::kind::read_allocate : judge::kind::write_allocate;
        }
        return p;
    }

    void step() {
        const unsigned what = m_random() % 64;
        if (what < 20) {
            fetch();
        } else if (what < 52) {
            access(what % 2 == 0);
        } else if (what < 54) {
            preload();
        } else if (what < 59) {
            maintain();
        } else if (m_is_arm11) {
            control_arm11();
        } else if (m_core.has_mini_data_cache) {
            control_xscale();
        }
    }
    void fetch() {
        place p = any_place_of_program();
        p.address &= ~7U;
        p.physical &= ~7U;
        m_model.restart_fetch();
        m_model.translate_fetch(p.address, m_counts);
        m_model.fetch(p.address, 4, p.address + 4, m_counts);
        m_judge.fetch(p.address, p.physical, p.page_bits, p.kind);
        m_doing = "fetch";
    }
    void access(bool is_store) {
        place p = any_place_of_program();
        const unsigned words = m_random() % 3 == 0 ? 1 + m_random() % 8 : 1;
        const bool is_aligned = words != 1 || m_core.unaligned == unaligned_rule::ignores;
        p.address &= is_aligned ? ~3U : ~0U;
        p.physical &= is_aligned ? ~3U : ~0U;
        m_model.begin_instruction();
        for (unsigned n = 0; n < words; ++n) {
            m_model.access(p.address + 4 * n, 4, is_store, false, m_counts);
        }
        m_judge.access(p.address, p.physical, 4 * words, is_store, p.page_bits, p.kind);
        m_doing = is_store ? "store" : "load";
    }
    void preload() {
        const place p = any_place_of_program();
        m_model.preload(p.address, false, m_counts);
        m_judge.preload(p.address, p.physical, p.page_bits, p.kind, m_core.data.preload_is_access);
        m_doing = "preload";
    }
    void operate(memory_operation operation, std::uint32_t value) {
        m_model.operate(operation, value, m_counts);
        m_doing = "operation " + std::to_string(static_cast<int>(operation));
    }
    void maintain() {
        const place p = any_place_of_program();
        switch (m_random() % 16) {
        case 0:
            operate(memory_operation::invalidate_icache, 0);
            m_judge.icache.drop_all();
            break;
        case 1:
            operate(memory_operation::invalidate_dcache, 0);
            m_judge.dcache.drop_all();
            m_judge.mini.drop_all();
            break;
        case 2:
            operate(memory_operation::invalidate_tlbs, 0);
            m_judge.itlb.drop_all();
            m_judge.dtlb.drop_all();
            m_judge.main_tlb.drop_all();
            break;
        case 3:
            operate(memory_operation::invalidate_icache_line, p.address);
            if (judge::way_state* const w = m_judge.icache.find(p.physical)) {
                w->valid = false;
            }
            break;
        case 4:
        case 5:
        case 6:
            operate(memory_operation::invalidate_tlbs_page, p.address);
            for (judge::store* tlb : {&m_judge.itlb, &m_judge.dtlb, &m_judge.main_tlb}) {
                if (judge::way_state* const w = tlb->find(p.address)) {
                    w->valid = false;
                }
            }
            break;
        case 7:
        case 8:
        case 9:
            operate(memory_operation::invalidate_dcache_line, p.address);
            m_judge.maintain(p.physical, false, true);
            break;
        case 10:
        case 11:
        case 12:
            operate(memory_operation::clean_dcache_line, p.address);
            m_judge.maintain(p.physical, true, false);
            break;
        default:
            operate(memory_operation::clean_invalidate_dcache_line, p.address);
            m_judge.maintain(p.physical, true, true);
            break;
        }
    }
    /// SCTLR.RR, and lock-down by ways.
    void control_arm11() {
        if (m_random() % 3 == 0) {
            const bool is_round_robin = m_random() % 2 == 0;
            m_model.set_round_robin(is_round_robin);
            const auto policy = is_round_robin ? judge::policy::round_robin : judge::policy::random;
            m_judge.icache.how =
                m_icache.policy == cache_policy::core ? policy : m_judge.icache.how;
            m_judge.dcache.how =
                m_dcache.policy == cache_policy::core ? policy : m_judge.dcache.how;
            m_doing = "SCTLR.RR";
            return;
        }
        const bool is_data = m_random() % 2 == 0;
        const std::uint32_t locked = m_random() % 4 == 0 ? 0 : m_random() & m_random();
        operate(is_data ? memory_operation::lock_dcache_ways : memory_operation::lock_icache_ways,
                locked);
        (is_data ? m_judge.dcache : m_judge.icache).lock_ways(locked);
    }
    /// Lock-down by lines, line allocate, and the Auxiliary Control Register.
    void control_xscale() {
        const place p = any_place_of_program();
        switch (m_random() % 16) {
        case 0:
        case 1:
            operate(memory_operation::unlock_icache, 0);
            m_judge.icache.lines_locked.clear();
            break;
        case 2:
        case 3:
            operate(memory_operation::unlock_dcache, 0);
            m_judge.dcache.lines_locked.clear();
            break;
        case 4:
        case 5:
        case 6:
        case 7:
            operate(memory_operation::lock_icache_line, p.address);
            m_judge.icache.lock(p.physical, m_judge.icache_bits);
            break;
        case 8:
        case 9:
        case 10:
        case 11: {
            const bool locks = m_random() % 3 == 0;
            operate(memory_operation::lock_dcache_fills, locks ? 1 : 0);
            m_judge.locks_fills = locks;
            break;
        }
        case 12: {
            const unsigned md = m_random() % 3;
            operate(memory_operation::mini_data_policy, md << 4U);
            m_judge.set_mini_policy(md << 4U);
            break;
        }
        default:
            operate(memory_operation::allocate_line, p.address);
            if (m_judge.dcache.use(p.physical) == nullptr) {
                m_judge.fill(p.physical, false);
            }
            break;
        }
    }

    void compare() const {
        const judge::counted& c = m_judge.counts;
        const auto expect = [&](kind k, std::uint64_t expected) {
            EXPECT_EQ(m_counts[k], expected) << activity::name_of(k) << " of the " << m_core.name
                                             << ", step " << m_step << ": " << m_doing;
        };
        expect(kind::icache_miss, c.icache_misses);
        expect(kind::dcache_miss, c.dcache_misses);
        expect(kind::dcache_half_line, c.half_lines);
        expect(kind::itlb_miss, c.itlb_misses);
        expect(kind::dtlb_miss, c.dtlb_misses);
        expect(kind::main_tlb_miss, c.main_tlb_misses);
    }

    judge::random_words m_random;
    const core_model& m_core;
    const bool m_is_arm11;
    const cache_geometry m_icache;
    const cache_geometry m_dcache;
    std::int64_t m_budget = 0;
    memory_model m_model;
    judge::machine m_judge;
    std::optional<judge::random_pages> m_pages;
    std::optional<address_translation> m_translation;
    std::array<place, 14> m_places;
    activity_counts m_counts;
    int m_step = 0;
    std::string m_doing;
};

class cache_contest : public testing::TestWithParam<cpu_type> {};

TEST_P(cache_contest, both_count_the_same) {
    for (unsigned seed = 1; seed <= programs && !HasFailure(); ++seed) {
        SCOPED_TRACE("program " + std::to_string(seed));
        contest(core_model_of(GetParam()), seed).run();
    }
}

INSTANTIATE_TEST_SUITE_P(cores, cache_contest, testing::ValuesIn(iss_test::all_cpus),
                         [](const testing::TestParamInfo<cpu_type>& core) {
                             return std::string(core_model_of(core.param).name);
                         });

} // namespace
} // namespace platform::iss
