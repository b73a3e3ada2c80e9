# SPDX-License-Identifier: Apache-2.0
# The CPUs that programs run on, for `source`.

# cpus_of TREE: PART CPU MODEL of each part that firmware runs on, one a line, as platforms/PART/part.cmake has it for the
# compiler; MODEL: QEMU's name.
cpus_of() {
    local file cpu model
    for file in "$1"/platforms/*/part.cmake; do
        cpu=$(sed -n 's/^set(firmware_flags .*-mcpu=\([^ )]*\).*/\1/p' "$file")
        case $cpu in
        '') continue ;; # on the CPU of another
        xscale) model=pxa255 ;;
        arm11*) model=${cpu%%j*} ;;
        *) model=$cpu ;;
        esac
        echo "$(basename "$(dirname "$file")") $cpu $model"
    done
}
