/** The parts of `_nodes/stats` that tell what the memory of the process is; only Skein has them. */
import type { JsonObject } from '@skein/content';
import type { ProcessSample } from '@skein/platform';
import { type MemoryReport, memoryOwners } from '../../node_operations/mod.js';

export function residentParts(
  sample: Pick<ProcessSample, 'residentBytes' | 'residence'>,
  memory: MemoryReport | undefined,
): JsonObject {
  if (memory === undefined) return {};
  const owners = memoryOwners(sample, memory);
  return {
    resident_in_bytes: sample.residentBytes,
    owners: Object.fromEntries(
      Object.entries(owners).map(([owner, bytes]) => [`${owner}_in_bytes`, bytes]),
    ),
  };
}

/** The heap of each thread. The figures of `jvm.mem` are the main thread's. */
export function heapParts(memory: MemoryReport | undefined): JsonObject {
  if (memory === undefined) return {};
  return {
    heaps: Object.fromEntries(
      memory.heaps.map(({ name, usedBytes, committedBytes, nativeBytes, externalBytes }) => [
        name,
        {
          used_in_bytes: usedBytes,
          committed_in_bytes: committedBytes,
          engine_in_bytes: nativeBytes,
          buffers_in_bytes: externalBytes,
        },
      ]),
    ),
  };
}
