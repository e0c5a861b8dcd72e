/** The sequence number and the primary term that a document must have for a write. */
import { illegalArgument } from '@skein/errors';

/** OpenSearch's value for a missing sequence number. */
const UNASSIGNED_SEQ_NO = -2;
/** The primary term that stands for none in OpenSearch. */
const UNASSIGNED_PRIMARY_TERM = 0;

export function checkedSeqNo(value: number | undefined): number | undefined {
  if (value === UNASSIGNED_SEQ_NO) return undefined;
  if (value === undefined || value >= 0) return value;
  throw illegalArgument(`sequence numbers must be non negative. got [${value}].`);
}

export function checkedPrimaryTerm(value: number | undefined): number | undefined {
  if (value === UNASSIGNED_PRIMARY_TERM) return undefined;
  if (value === undefined || value >= 0) return value;
  throw illegalArgument(`primary term must be non negative. got [${value}]`);
}
