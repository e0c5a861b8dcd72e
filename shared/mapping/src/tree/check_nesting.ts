/** Refuses to change an object between nested and not nested. */
import { ApiError } from '@skein/errors';
import type { ObjectNode } from './mapping_tree.js';

export function checkNesting(before: ObjectNode, after: ObjectNode): void {
  if ((before.nested === undefined) !== (after.nested === undefined)) {
    const change = before.nested ? 'nested to non-nested' : 'non-nested to nested';
    throw new ApiError('illegal_argument_exception', `cannot change object mapping from ${change}`);
  }
  if (!before.nested || !after.nested) return;
  for (const option of ['includeInParent', 'includeInRoot'] as const) {
    if (before.nested[option] === after.nested[option]) continue;
    const name = option === 'includeInParent' ? 'include_in_parent' : 'include_in_root';
    throw new ApiError(
      'mapper_exception',
      `the [${name}] parameter can't be updated on a nested object mapping`,
    );
  }
}
