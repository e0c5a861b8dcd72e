/** A binary heap of graph nodes, the least key at the top, of equal keys the greatest node. Grows as needed. */
export class NodeHeap {
  keys: Float64Array;
  nodes: Int32Array;
  size = 0;

  constructor(capacity = 64) {
    this.keys = new Float64Array(capacity);
    this.nodes = new Int32Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  push(key: number, node: number): void {
    if (this.size === this.keys.length) this.#grow();
    let at = this.size++;
    const { keys, nodes } = this;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (isAbove(keys[parent], nodes[parent], key, node)) break;
      keys[at] = keys[parent];
      nodes[at] = nodes[parent];
      at = parent;
    }
    keys[at] = key;
    nodes[at] = node;
  }

  /** Removes the top. */
  pop(): void {
    const last = --this.size;
    if (last > 0) this.#sink(this.keys[last], this.nodes[last]);
  }

  /** Puts another node in the place of the top. */
  replaceTop(key: number, node: number): void {
    this.#sink(key, node);
  }

  #sink(key: number, node: number): void {
    const { keys, nodes, size } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (
        child + 1 < size &&
        isAbove(keys[child + 1], nodes[child + 1], keys[child], nodes[child])
      ) {
        child++;
      }
      if (isAbove(key, node, keys[child], nodes[child])) break;
      keys[at] = keys[child];
      nodes[at] = nodes[child];
      at = child;
    }
    keys[at] = key;
    nodes[at] = node;
  }

  #grow(): void {
    const capacity = this.keys.length * 2;
    const keys = new Float64Array(capacity);
    const nodes = new Int32Array(capacity);
    keys.set(this.keys);
    nodes.set(this.nodes);
    this.keys = keys;
    this.nodes = nodes;
  }
}

function isAbove(key: number, node: number, otherKey: number, otherNode: number): boolean {
  return key < otherKey || (key === otherKey && node > otherNode);
}
