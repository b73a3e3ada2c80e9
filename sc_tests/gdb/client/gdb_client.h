// SPDX-License-Identifier: Apache-2.0
// A debugger that sends what it likes to firmware that pmu_run debugs.
#pragma once

#include <pmu_run/pmu_run_process.h>
#include <process/descriptor.h>
#include <support/temporary_folder.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace gdb_test {

/// pmu_run with `--gdb 0`, and a connection to it.
class gdb_client {
public:
    /// \param what arguments without --gdb
    explicit gdb_client(const pmu_run_test::arguments& what);

    /// Another connection.
    void connect();
    bool is_connected() const { return static_cast<bool>(m_connection); }
    void send_raw(const std::string& bytes);
    /// A packet with its checksum.
    void send(const std::string& payload);
    /// The payload of the next packet; nothing: the connection is closed, or nothing comes.
    std::optional<std::string> receive();
    /// send(), then the first packet that comes; empty: none
    std::string ask(const std::string& payload);
    /// The same for one that lets the CPU go on; text for the user is passed over.
    std::string go_on(const std::string& payload);
    std::uint32_t reg(unsigned n);
    /// Four bytes at an address.
    std::uint32_t word(std::uint32_t address);
    /// The connection, which stays as it is.
    platform::process::descriptor release() { return std::move(m_connection); }
    void close() { m_connection = platform::process::descriptor(); }

    /// Whether the other end has closed the connection.
    bool is_dropped();

    /// Waits until pmu_run has ended. What it says of its port is left out of the result.
    pmu_run_test::pmu_run_result wait();

private:
    sc_test::temporary_folder m_folder;
    std::string m_err_file;
    std::unique_ptr<pmu_run_test::pmu_run_process> m_process;
    platform::process::descriptor m_connection;
    std::string m_received;
    std::uint16_t m_port = 0;
};

} // namespace gdb_test
