// SPDX-License-Identifier: Apache-2.0
// What is in a page that pmu_run --report has written.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace pmu_run_test {

/// The data of a page. \param id `run` or `sweep`
/// \throws std::runtime_error, nlohmann::json::exception
inline nlohmann::json data_of_page(const std::string& page, const std::string& id = "run") {
    const std::string mark = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t begin = page.find(mark);
    const std::size_t end = page.find("</script>", begin);
    if (begin == std::string::npos || end == std::string::npos) {
        throw std::runtime_error("no data in the page");
    }
    return nlohmann::json::parse(page.substr(begin + mark.size(), end - begin - mark.size()));
}

} // namespace pmu_run_test
