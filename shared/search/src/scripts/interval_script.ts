/** The script of an interval rule's `filter`: it reads `interval.start`, `.end` and `.gaps`. */
import { HostRecord } from '@skein/java';
import { type ScriptReference, scriptContext } from '@skein/script';
import { type Intervals, testedIntervals } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';

const INTERVAL = scriptContext('interval');
const CLASS_NAME = 'org.opensearch.index.query.IntervalFilterScript$Interval';

export function scriptedIntervals(
  intervals: Intervals,
  script: ScriptReference,
  shard: QueryShardContext,
): Intervals {
  const { run } = shard.scripts.painless(script, INTERVAL);
  const numbers = new Map<string, number>();
  const record = new HostRecord(CLASS_NAME, numbers);
  return testedIntervals(intervals, (start, end, gaps) => {
    numbers.set('start', start).set('end', end).set('gaps', gaps);
    return run(record) === true;
  });
}
