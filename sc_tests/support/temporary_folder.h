// SPDX-License-Identifier: Apache-2.0
// A folder that a test has for itself.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace sc_test {

/// It is removed with everything in it at the end.
class temporary_folder {
public:
    temporary_folder() : m_path(testing::TempDir() + "test_XXXXXX") {
        if (::mkdtemp(m_path.data()) == nullptr) {
            throw std::runtime_error(m_path + ": expected a new folder, found an error");
        }
        m_path = std::filesystem::canonical(m_path);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    const std::string& path() const { return m_path; }
    std::string path(const std::string& name) const { return m_path + "/" + name; }

    void write(const std::string& name, const std::string& contents) const {
        std::ofstream(path(name), std::ios::binary) << contents;
    }

    std::string read(const std::string& name) const {
        std::ifstream in(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::string m_path;
};

} // namespace sc_test
