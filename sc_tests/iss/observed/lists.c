// SPDX-License-Identifier: Apache-2.0
// Walks along lists and merges them, 4,000 times. argv[1] delays it, so that whoever looks comes at another place. The
// number of nodes of each walk is known beforehand: as far as the limit, or to the end of the list. The sum is 1755124: 31
// for each step of a merge, which ends with the shorter list, and 1 for each node of a walk.
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node* next;
} node;

int walk(node* from, int limit);
int merge(node* a, node* b, node** tail);

static node a[64];
static node b[64];

static void fill(node* list, int length, int step, int first)
{
    for (int i = 0; i < length; ++i) {
        list[i].value = step * i + first;
        list[i].next = i + 1 < length ? &list[i + 1] : NULL;
    }
}

int main(int argc, char** argv)
{
    for (volatile int i = argc > 1 ? atoi(argv[1]) : 0; i > 0; --i) {
    }
    int wrong = 0;
    unsigned long sum = 0;
    for (int k = 0; k < 4000; ++k) {
        const int nodes = 1 + k % 20;
        const int limit = 2 + k % 29;
        fill(a, nodes, 2, 0);
        fill(b, 1 + k * 7 % 23, 3, 1);
        // The first step is made before the limit is looked at, and the end of the list counts as a node.
        const int expected = nodes + 1 < limit ? nodes + 1 : limit;
        const int walked = walk(a, limit);
        wrong += walked != expected;
        node* tail = NULL;
        sum += (unsigned long)(merge(a, b, &tail) * 31 + walked);
    }
    printf("wrong %d sum %lu\n", wrong, sum);
    return wrong != 0;
}
