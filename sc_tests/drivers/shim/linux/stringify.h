// SPDX-License-Identifier: Apache-2.0
#pragma once

#define __stringify(x) __stringify_text(x)
#define __stringify_text(x) #x
