/** For tests: the errors in the document order of sorted segments. */
import { checkOrder } from '../../check/check_order.js';
import type { IndexSort } from '../index_sort.js';
import type { SegmentReader } from '../segment_reader.js';

export function disorder(segments: readonly SegmentReader[], sort: IndexSort): string[] {
  const problems: string[] = [];
  for (const segment of segments) {
    const said = text(segment.sort ?? []);
    if (said !== text(sort)) problems.push(`segment [${segment.name}] says ${said}`);
    checkOrder(segment, sort, (problem) => problems.push(problem));
  }
  return problems;
}

function text(sort: IndexSort): string {
  return JSON.stringify(sort.map((key) => Object.entries(key).sort()));
}
