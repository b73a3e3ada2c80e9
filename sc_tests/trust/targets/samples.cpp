// SPDX-License-Identifier: Apache-2.0
// Files of samples. What is read, is written, and is read again is the same.
#include <iss/sampling/sample_file.h>
#include <process/input_file.h>
#include <trust/fuzz_input.h>

#include <sstream>
#include <vector>

using namespace platform::iss;

namespace {

struct contents {
    recording header; ///< as it is known before the samples
    std::vector<execution_sample> samples;
};

contents read(const std::string& text) {
    const trust::input_as_file file(text);
    contents all;
    read_samples(
        file.path(), [&](const recording& header) { all.header = header; },
        [&](const execution_sample& sample) {
            trust::require(sample.event < all.header.events.size(), "a sample is of no event");
            all.samples.push_back(sample);
        });
    return all;
}

std::string written(const contents& all) {
    std::ostringstream out;
    write_header(out, all.header);
    for (const execution_sample& sample : all.samples) {
        write_sample(out, sample);
    }
    return out.str();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const std::string once = written(read(trust::text_of(data, size)));
        try {
            trust::require(written(read(once)) == once, "samples read as others");
        } catch (const sample_file_error& e) {
            trust::fail(std::string("what was written is refused: ") + e.what());
        }
    } catch (const sample_file_error&) {              // a refusal
    } catch (const platform::process::input_error&) { // damaged gzip
    }
    return 0;
}
