// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/pmu_observer.h>

#include <algorithm>

namespace PMU_API pmu {

pmu_observer::~pmu_observer() {
    while (!m_lists.empty()) {
        m_lists.back()->remove(*this);
    }
}

observer_list::~observer_list() {
    for (pmu_observer* observer : m_observers) {
        if (observer != nullptr) {
            auto& lists = observer->m_lists;
            lists.erase(std::remove(lists.begin(), lists.end(), this), lists.end());
        }
    }
}

void observer_list::add(pmu_observer& observer) {
    if (std::find(m_observers.begin(), m_observers.end(), &observer) == m_observers.end()) {
        m_observers.push_back(&observer);
        observer.m_lists.push_back(this);
        ++m_count;
    }
}

void observer_list::remove(pmu_observer& observer) {
    const auto found = std::find(m_observers.begin(), m_observers.end(), &observer);
    if (found == m_observers.end()) {
        return;
    }
    *found = nullptr;
    --m_count;
    auto& lists = observer.m_lists;
    lists.erase(std::find(lists.begin(), lists.end(), this));
    if (!is_telling()) {
        drop_removed();
    }
}

void observer_list::drop_removed() {
    m_observers.erase(std::remove(m_observers.begin(), m_observers.end(), nullptr),
                      m_observers.end());
}

} // namespace pmu
