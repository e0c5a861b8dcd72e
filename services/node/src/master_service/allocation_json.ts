import type { ShardCopy } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

/** The id of a copy, and of the copy that it fills while it relocates; empty if unassigned. */
export function allocationJson({ allocationId: id, relocation }: ShardCopy): JsonObject {
  if (id === undefined) return {};
  const target = relocation === undefined ? {} : { relocation_id: relocation.allocationId };
  return { allocation_id: { id, ...target } };
}
