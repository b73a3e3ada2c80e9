# SPDX-License-Identifier: Apache-2.0
# The examples of what the events of this part mean, and what reads its unit: here, or in the folder of the firmware.
set(meaning_sources xsc.S pages.S unit_pmu.c pmu_ixp42x.c)
set(meaning_flags -DFOUR_COUNTERS)
