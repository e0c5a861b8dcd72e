/**
 * The depth of a script's syntax tree. Loops in the parsers, such as for `a + b + c` and
 * `a.b().c()`, build trees of any depth without recursion, but all later passes are recursive, and
 * so is the JavaScript engine that parses the emitted text.
 */

/** The maximum number of nested nodes, about as many as OpenSearch's stack allows. */
export const MAX_TREE_DEPTH = 1000;

/** Nodes have a kind; lists and other containers of nodes have none. */
function isNode(value: object): boolean {
  return 'kind' in value;
}

/** Returns a node below the maximum depth, if there is one; searches without recursion. */
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
