import type { TranslogOperation } from '../translog/operation_codec.js';

/** For tests of the translog: a deletion with this sequence number. */
export function deletion(seqNo: number): TranslogOperation {
  return { kind: 'delete', seqNo, primaryTerm: 1, version: 1, id: `id${seqNo}` };
}
