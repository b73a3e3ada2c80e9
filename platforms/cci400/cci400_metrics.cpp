// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_metrics.h>

namespace platform::cci400 {

namespace {

constexpr std::size_t cycles = report::metric_figure::cycles;

/// ESR codes of slave interface S4, where the CPU of a firmware run is.
constexpr std::uint32_t read_any = 0x80;
constexpr std::uint32_t read_device = 0x81;
constexpr std::uint32_t write_any = 0x8C;
constexpr std::uint32_t write_device = 0x8D;

} // namespace

const std::vector<report::metric>& cci400_metrics() {
    static const std::vector<report::metric> all{
        {"traffic",
         "requests of S4",
         {read_any, write_any},
         {{"requests", "per thousand cycles", {0, 1}, {cycles}, 1000},
          {"writes", "% of requests", {1}, {0, 1}, 100}}},
        {"device",
         "requests of S4 to devices",
         {read_device, write_device, read_any, write_any},
         {{"to devices", "% of requests", {0, 1}, {2, 3}, 100}}},
    };
    return all;
}

} // namespace platform::cci400
