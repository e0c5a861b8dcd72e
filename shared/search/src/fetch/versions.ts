/** `_version`, `_seq_no` and `_primary_term` of a hit, if requested. */
import {
  PRIMARY_TERM_FIELD,
  SEQ_NO_FIELD,
  type SegmentReader,
  VERSION_FIELD,
} from '@skein/search_library';
import type { FetchPart } from './fetch_part.js';

/** A nested document has no sequence number of its own. */
export const versions: FetchPart = ({ segment, doc, nested }, { request }, to) => {
  if (request.version) to.member('_version', column(segment, VERSION_FIELD, doc));
  if (!request.seqNoPrimaryTerm || nested) return;
  to.member('_seq_no', column(segment, SEQ_NO_FIELD, doc));
  to.member('_primary_term', column(segment, PRIMARY_TERM_FIELD, doc));
};

function column(segment: SegmentReader, field: string, doc: number): number | bigint {
  const numbers = segment.numbers(field);
  if (!numbers?.has(doc)) return -1;
  return numbers.wide ? numbers.exact(doc, 0) : numbers.value(doc, 0);
}
