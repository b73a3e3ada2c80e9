# SPDX-License-Identifier: Apache-2.0
# Writes a source with one mutant in it, as mutants.awk tells of it.
#
#   awk -v number=LINE -v column=COLUMN -v length_=LENGTH -v new=NEW_TEXT -f apply.awk SOURCE
BEGIN {
    if (new == "(nothing)") {
        new = ""
    }
}
NR == number { $0 = substr($0, 1, column - 1) new substr($0, column + length_) }
{ print }
