// SPDX-License-Identifier: Apache-2.0
// One of each kind of mutant that can be switched on, for sc_tests/mutation/check: prints what
// comes of it.
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

constexpr unsigned width = 4; // the compiler's: no switch changes it

struct counter {
    explicit counter(unsigned first) : value(first) {}
    void step(unsigned by) {
        value += by;
        value |= 64;
        value &= 127;
    }
    unsigned value;
};

// As std::string, which would be compiled for longer than all else: it is added to, and nothing is
// taken away.
struct word {
    word& operator+=(const char* more) {
        std::strcat(letters, more);
        return *this;
    }
    char letters[8];
};
word operator+(word left, const char* right) {
    return left += right;
}

bool say(const char* name, bool result) {
    std::printf("%s ", name);
    return result;
}

constexpr bool is_even(unsigned value) {
    return value % 2 == 0 && value < 100;
}

void choose(bool left, bool right) {
    if (left) {
        std::printf("chosen ");
    }
    const bool both = say("a", left) && say("b", right) && say("c", left);
    const bool any = say("d", left) || say("e", right) || say("f", left);
    const bool mixed = say("g", left) || say("h", right) && say("i", left);
    std::printf("%d %d %d %d\n", both, any, mixed, !left);
}

} // namespace

int main() {
    for (unsigned i = 0; i < 4; ++i) {
        choose((i & 1) != 0, i >= 2);
    }
    counter c(3);
    c.step(5);
    std::printf("%u %u %u\n", c.value, c.value << 2, c.value >> 1);
    const std::uint64_t wide = ~std::uint64_t{c.value} & 0xFFFFFFFFFFU;
    std::printf("%llu %d %d\n", static_cast<unsigned long long>(wide), c.value == 72,
                c.value != 72);
    std::printf("%d %d %d %d %u\n", c.value > 72, c.value <= 72, c.value - 72 == 0, true,
                (width | c.value) + c.value);
    word text = {"ab"};
    text += (word{"c"} + "d").letters;
    std::printf("%s %d\n", text.letters, is_even(c.value));
}
