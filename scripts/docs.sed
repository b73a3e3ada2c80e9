# SPDX-License-Identifier: Apache-2.0
# What scripts/docs reads of a header: words for what the code says by itself, so that the headers need not carry them.

# The instances of a template are not classes of their own.
/^extern template class /d

s|^( *)(friend [a-z ]*operator!=)|\1/** The opposite of ==. */ \2|
s|^( *)(constexpr const [a-z_]*\* end\(\) const )|\1/** Where begin() ends. */ \2|
s|^( *)(const [a-z_]*\* end\(\) const )|\1/** Where begin() ends. */ \2|
s|^( *)(const char\* kind\(\) const override )|\1/** The name of the class, for SystemC. */ \2|

# Tables: the page shows the initializer, which has the words.
s|^inline constexpr register_field [A-Za-z]|/** A field: name, msb, lsb, access, meaning. */ &|
s|^inline constexpr register_field [a-z0-9_]*fields\[\]|/** The fields, in the order of the manual. */ &|
s|^inline constexpr register_desc [a-z0-9_]*_table\[\]|/** The rows of the register map. */ &|
s|^inline constexpr register_map_of|/** The registers of the part. */ &|
s|^inline constexpr event_table |/** The events of the part. */ &|
s|^inline constexpr event_desc |/** The rows of the event table. */ &|

# The calls of TLM-2.0's interfaces.
s#^( *)([a-z_:]+ (b_transport|transport_dbg|nb_transport_fw|get_direct_mem_ptr)\(tlm::)#\1/** As in TLM-2.0. */ \2#
