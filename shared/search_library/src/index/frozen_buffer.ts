/**
 * An index buffer that takes no more documents, as plain data: any thread can write it as a
 * segment. Its typed arrays can be moved to another thread without being copied.
 */
import type { FileOutput } from '../codec/file_output.js';
import { type FieldData, type PartData, writeSegmentFile } from '../codec/v1/segment_file.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { type FrozenField, fieldParts } from './frozen_field.js';
import { markedField, RECOVERY_SOURCE_SPEC, SOFT_DELETES_SPEC } from './soft_deletes.js';

export interface FrozenBuffer {
  readonly docCount: number;
  readonly fields: readonly FrozenField[];
  /** The documents that are deleted already, in any order. */
  readonly deleted: Uint32Array<ArrayBuffer>;
  /** Ascending. */
  readonly withRecoverySource: Uint32Array<ArrayBuffer>;
  /** The tables of `source`. */
  readonly stored: PartData;
  /** File `<name>.src`. */
  readonly source: Uint8Array<ArrayBuffer>;
}

/** Writes `<name>.seg`, which marks its own deleted documents, and frees all but the source. */
export function writeBuffer(
  buffer: FrozenBuffer,
  { name, output, kernels }: { name: string; output: FileOutput; kernels: Kernels },
): void {
  const { docCount, stored } = buffer;
  const fields = buffer.fields.map((field) => fieldParts(field, docCount, kernels));
  fields.push(...marks(buffer));
  writeSegmentFile({ name, docCount, fields, stored }, output);
}

function marks({ docCount, deleted, withRecoverySource }: FrozenBuffer): FieldData[] {
  const found: FieldData[] = [];
  if (deleted.length > 0) found.push(markedField(SOFT_DELETES_SPEC, deleted.sort(), docCount));
  if (withRecoverySource.length > 0) {
    found.push(markedField(RECOVERY_SOURCE_SPEC, withRecoverySource, docCount));
  }
  return found;
}
