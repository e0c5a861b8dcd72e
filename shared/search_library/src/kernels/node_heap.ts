/**
 * A binary heap of nodes with the least key on top, and among equal keys the greatest node. The
 * caller tracks its size and provides the memory.
 */
import { HEAP_ENTRY_BYTES } from './graph_layout.js';
import { f64At, i32At, setF64, setI32 } from './memory.js';

const NODE: i32 = 8;

export function keyAt(heap: u32, i: i32): f64 {
  return f64At(heap + HEAP_ENTRY_BYTES * i);
}

export function nodeAt(heap: u32, i: i32): i32 {
  return i32At(heap + HEAP_ENTRY_BYTES * i + NODE);
}

function put(heap: u32, i: i32, key: f64, node: i32): void {
  const at = heap + HEAP_ENTRY_BYTES * i;
  setF64(at, key);
  setI32(at + NODE, node);
}

function isAbove(key: f64, node: i32, otherKey: f64, otherNode: i32): boolean {
  return key < otherKey || (key === otherKey && node > otherNode);
}

/** Adds to a heap of `size` nodes. */
export function pushNode(heap: u32, size: i32, key: f64, node: i32): void {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const parentKey = keyAt(heap, parent);
    const parentNode = nodeAt(heap, parent);
    if (isAbove(parentKey, parentNode, key, node)) break;
    put(heap, at, parentKey, parentNode);
    at = parent;
  }
  put(heap, at, key, node);
}

/** Removes the top of a heap of `size` nodes. */
export function popNode(heap: u32, size: i32): void {
  const last = size - 1;
  if (last > 0) replaceTop(heap, last, keyAt(heap, last), nodeAt(heap, last));
}

/** Replaces the top by another node. */
export function replaceTop(heap: u32, size: i32, key: f64, node: i32): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    let childKey = keyAt(heap, child);
    let childNode = nodeAt(heap, child);
    if (child + 1 < size) {
      const rightKey = keyAt(heap, child + 1);
      const rightNode = nodeAt(heap, child + 1);
      if (isAbove(rightKey, rightNode, childKey, childNode)) {
        child++;
        childKey = rightKey;
        childNode = rightNode;
      }
    }
    if (isAbove(key, node, childKey, childNode)) break;
    put(heap, at, childKey, childNode);
    at = child;
  }
  put(heap, at, key, node);
}
