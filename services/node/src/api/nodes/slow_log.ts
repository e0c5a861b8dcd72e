/** The section `slow_log` of `_nodes/stats`: the newest lines of the node's slow logs. */
import type { JsonObject } from '@skein/content';
import type { NodeReport } from '../../node_operations/mod.js';
import type { SlowLine } from '../../slow_lines.js';

/** Lines about an index that the caller may not see are left out; `total` counts them. */
export function slowLogPart(
  { work: { slowLines } }: Pick<NodeReport, 'work'>,
  seesIndex: (index: { readonly name: string }) => boolean,
): JsonObject {
  const { total = 0, latest = [] } = slowLines ?? {};
  const shown = latest.filter((line) => {
    const name = indexOf(line);
    return name === undefined || seesIndex({ name });
  });
  return {
    total,
    latest: shown.map(({ atMs, logger, level, place, tookMs }) => ({
      timestamp: atMs,
      logger,
      level,
      place,
      took_in_millis: tookMs,
    })),
  };
}

/** The index that the line is about; undefined for a whole search. */
function indexOf({ place }: SlowLine): string | undefined {
  return /^\[([^\]/]+)/.exec(place)?.[1];
}
