/** What `GET /_cat/segment_replication?detailed` tells of a round besides: the names and descriptions are OpenSearch's. */
import type { RoundState } from '@skein/shard';
import type { Column } from './cat_table.js';

interface RoundRow {
  readonly round: RoundState;
}

export const ROUND_COLUMNS: readonly Column<RoundRow>[] = [
  {
    name: 'stage',
    aliases: ['st'],
    description: 'segment replication event stage',
    cell: ({ round }) => round.stage,
  },
  {
    name: 'time',
    aliases: ['t', 'ti'],
    description: 'current replication event time',
    cell: ({ round }) => ({ ms: round.timeMs }),
  },
  {
    name: 'files_fetched',
    aliases: ['ff'],
    description: 'files fetched',
    cell: ({ round }) => round.sentFiles,
  },
  {
    name: 'files_percent',
    aliases: ['fp'],
    description: 'percent of files fetched',
    cell: ({ round }) => percent(round.sentFiles, round.lackedFiles),
  },
  {
    name: 'bytes_fetched',
    aliases: ['bf'],
    description: 'bytes fetched',
    cell: ({ round }) => round.sentBytes,
  },
  {
    name: 'bytes_percent',
    aliases: ['bp'],
    description: 'percent of bytes fetched',
    cell: ({ round }) => percent(round.sentBytes, round.lackedBytes),
  },
  {
    name: 'start_time',
    aliases: ['start'],
    description: 'segment replication start time',
    cell: ({ round }) => new Date(round.startMs).toISOString(),
  },
  {
    name: 'stop_time',
    aliases: ['stop'],
    description: 'segment replication stop time',
    // OpenSearch prints the beginning of its time for an event that has not stopped.
    cell: ({ round }) => new Date(round.stopMs ?? 0).toISOString(),
  },
  {
    name: 'files',
    aliases: ['f'],
    description: 'number of files to fetch',
    cell: ({ round }) => round.lackedFiles,
  },
  {
    name: 'files_total',
    aliases: ['tf'],
    description: 'total number of files',
    cell: ({ round }) => round.files,
  },
  {
    name: 'bytes',
    aliases: ['b'],
    description: 'number of bytes to fetch',
    cell: ({ round }) => ({ bytes: round.lackedBytes }),
  },
  {
    name: 'bytes_total',
    aliases: ['tb'],
    description: 'total number of bytes',
    cell: ({ round }) => ({ bytes: round.bytes }),
  },
  {
    name: 'replicating_stage_time_taken',
    aliases: ['rstt'],
    description: 'time taken in replicating stage',
    cell: ({ round }) => ({ ms: round.stageMs.init ?? 0 }),
  },
  {
    name: 'get_checkpoint_info_stage_time_taken',
    aliases: ['gcistt'],
    description: 'time taken in get checkpoint info stage',
    // The primary sends its checkpoint with the list of files.
    cell: () => ({ ms: 0 }),
  },
  {
    name: 'file_diff_stage_time_taken',
    aliases: ['fdstt'],
    description: 'time taken in file diff stage',
    cell: ({ round }) => ({ ms: round.stageMs.file_diff ?? 0 }),
  },
  {
    name: 'get_files_stage_time_taken',
    aliases: ['gfstt'],
    description: 'time taken in get files stage',
    cell: ({ round }) => ({ ms: round.stageMs.get_files ?? 0 }),
  },
  {
    name: 'finalize_replication_stage_time_taken',
    aliases: ['frstt'],
    description: 'time taken in finalize replication stage',
    cell: ({ round }) => ({ ms: round.stageMs.finalize_replication ?? 0 }),
  },
];

function percent(part: number, whole: number): string {
  return `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1)}%`;
}
