/** Merges `"a.b"` and `"a.c"` of one `properties` into one object `a`. */
import { ApiError } from '@skein/errors';
import { checkNesting } from './check_nesting.js';
import type { MappingNode, ObjectNode } from './mapping_tree.js';

/**
 * Merges two nodes of one name from the same JSON: objects are united, any other pair is a
 * conflict. The explicitly defined object keeps its options.
 */
export function mergeSiblings(a: MappingNode, b: MappingNode): MappingNode {
  if (a.kind === 'object' && b.kind !== 'object') return mergeSiblings(b, a);
  if (a.kind !== 'object' || b.kind !== 'object') {
    throw new ApiError(
      'illegal_argument_exception',
      `mapper [${a.path}] cannot be changed from type [${typeOf(a)}] to [${typeOf(b)}]`,
    );
  }
  checkNesting(a, b);
  const children = new Map(a.children);
  for (const [name, child] of b.children) {
    const before = children.get(name);
    children.set(name, before ? mergeSiblings(before, child) : child);
  }
  const main: ObjectNode = isWrittenOut(b) ? b : a;
  return { ...main, children: new Map([...children].sort(([x], [y]) => (x < y ? -1 : 1))) };
}

function isWrittenOut(node: ObjectNode): boolean {
  return node.dynamic !== undefined || node.flat !== undefined || !node.enabled;
}

/** The mapper's name in OpenSearch's message. */
function typeOf(node: MappingNode): string {
  if (node.kind === 'field') return node.definition.name;
  return node.kind === 'alias' ? 'alias' : 'ObjectMapper';
}
