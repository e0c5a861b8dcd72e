/** Matches the pattern of a privilege against an index. */
import { simpleMatch } from '@skein/base';

/** A backing index: `.ds-`, the name of its data stream, and its generation. */
const BACKING_INDEX = /^\.ds-(.+)-\d{6,}$/;

/**
 * A right on a data stream applies to its backing indices, so that rights and restrictions on
 * `logs-app` also apply to `.ds-logs-app-000001`. Only the name decides, whether the stream exists
 * or not.
 */
export function reachesIndex(pattern: string, index: string): boolean {
  if (simpleMatch(pattern, index)) return true;
  if (!index.startsWith('.ds-')) return false;
  const stream = BACKING_INDEX.exec(index)?.[1];
  return stream !== undefined && simpleMatch(pattern, stream);
}
