/**
 * Returns the best `k` of the integers 0 … count − 1, best first. `compare(a, b) < 0` means that a
 * is better. It must order any two different integers, so that the result does not depend on input
 * order. A bounded heap with the worst item on top: O(count · log k), no allocation beyond k.
 */
export function topK(
  items: Iterable<number>,
  k: number,
  compare: (a: number, b: number) => number,
): readonly number[] {
  const heap: number[] = [];
  if (k <= 0) return heap;
  for (const item of items) {
    if (heap.length < k) {
      heap.push(item);
      siftUp(heap, compare);
    } else if (compare(item, heap[0] ?? item) < 0) {
      heap[0] = item;
      siftDown(heap, compare);
    }
  }
  return heap.sort(compare);
}

function siftUp(heap: number[], compare: (a: number, b: number) => number): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (compare(heap[parent] ?? 0, heap[child] ?? 0) >= 0) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown(heap: number[], compare: (a: number, b: number) => number): void {
  let parent = 0;
  for (;;) {
    let worst = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      if (child < heap.length && compare(heap[child] ?? 0, heap[worst] ?? 0) > 0) worst = child;
    }
    if (worst === parent) return;
    swap(heap, parent, worst);
    parent = worst;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a] ?? 0;
  heap[a] = heap[b] ?? 0;
  heap[b] = kept;
}
