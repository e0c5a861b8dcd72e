/**
 * How deep the tree of a script is. Parsers that loop, as they do for `a + b + c` and `a.b().c()`, make trees of any depth without recursion; all that walks
 * the tree afterwards recurses, and so does the engine that reads what is emitted.
 */

/** Nodes inside each other: what the reference's stack holds, about. */
export const MAX_TREE_DEPTH = 1000;

/** A node has a kind; lists and what else holds nodes have none. */
function isNode(value: object): boolean {
  return 'kind' in value;
}

/** A node that is deeper in the tree than a script may be; looked for without recursion. */
export function tooDeep(root: object): object | undefined {
  const pending: { readonly value: object; readonly depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const depth = next.depth + (isNode(next.value) ? 1 : 0);
    if (depth > MAX_TREE_DEPTH) return next.value;
    for (const value of Object.values(next.value)) {
      if (typeof value === 'object' && value !== null) pending.push({ value, depth });
    }
  }
  return undefined;
}
