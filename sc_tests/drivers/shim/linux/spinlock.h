// SPDX-License-Identifier: Apache-2.0
// On one CPU a spinlock masks interrupts and nothing else. That it is taken twice is seen.
#pragma once

#include <linux/kernel.h>

typedef struct {
    bool taken;
} raw_spinlock_t;

struct mutex {
    raw_spinlock_t lock;
};

void raw_spin_lock_init(raw_spinlock_t* lock);
void raw_spin_lock(raw_spinlock_t* lock);
void raw_spin_unlock(raw_spinlock_t* lock);
/// \return what unlocking wants
unsigned long raw_spin_lock_and_mask(raw_spinlock_t* lock);
void raw_spin_unlock_irqrestore(raw_spinlock_t* lock, unsigned long flags);
#define raw_spin_lock_irqsave(lock, flags) ((flags) = raw_spin_lock_and_mask(lock))

static inline void mutex_init(struct mutex* m) {
    raw_spin_lock_init(&m->lock);
}
static inline void mutex_lock(struct mutex* m) {
    raw_spin_lock(&m->lock);
}
static inline void mutex_unlock(struct mutex* m) {
    raw_spin_unlock(&m->lock);
}

static inline void atomic_set(atomic_t* a, int value) {
    a->value = value;
}
static inline int atomic_read(const atomic_t* a) {
    return a->value;
}
static inline void atomic_inc(atomic_t* a) {
    ++a->value;
}
/// \return whether it was not 0, and so is one more
bool atomic_inc_not_zero(atomic_t* a);
/// \return whether it is 0 now; then the mutex is taken
bool atomic_dec_and_mutex_lock(atomic_t* a, struct mutex* m);
