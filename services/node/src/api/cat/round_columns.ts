/**
 * The columns that `GET /_cat/segment_replication?detailed` adds about a round of replication.
 * Their names and descriptions are OpenSearch's.
 */
import type { RoundState } from '@skein/shard';
import type { Column } from './cat_table.js';
import type { Cell } from './cell.js';

interface RoundRow {
  /** Undefined when there was no round since the primary began. */
  readonly round: RoundState | undefined;
}

const ofRound =
  (read: (round: RoundState) => Cell) =>
  ({ round }: RoundRow): Cell =>
    round === undefined ? null : read(round);

export const ROUND_COLUMNS: readonly Column<RoundRow>[] = [
  {
    name: 'stage',
    aliases: ['st'],
    description: 'segment replication event stage',
    cell: ofRound((round) => round.stage),
  },
  {
    name: 'time',
    aliases: ['t', 'ti'],
    description: 'current replication event time',
    cell: ofRound((round) => ({ ms: round.timeMs })),
  },
  {
    name: 'files_fetched',
    aliases: ['ff'],
    description: 'files fetched',
    cell: ofRound((round) => round.sentFiles),
  },
  {
    name: 'files_percent',
    aliases: ['fp'],
    description: 'percent of files fetched',
    cell: ofRound((round) => percent(round.sentFiles, round.lackedFiles)),
  },
  {
    name: 'bytes_fetched',
    aliases: ['bf'],
    description: 'bytes fetched',
    cell: ofRound((round) => round.sentBytes),
  },
  {
    name: 'bytes_percent',
    aliases: ['bp'],
    description: 'percent of bytes fetched',
    cell: ofRound((round) => percent(round.sentBytes, round.lackedBytes)),
  },
  {
    name: 'start_time',
    aliases: ['start'],
    description: 'segment replication start time',
    cell: ofRound((round) => new Date(round.startMs).toISOString()),
  },
  {
    name: 'stop_time',
    aliases: ['stop'],
    description: 'segment replication stop time',
    // OpenSearch prints the epoch (1970) for an event that has not stopped.
    cell: ofRound((round) => new Date(round.stopMs ?? 0).toISOString()),
  },
  {
    name: 'files',
    aliases: ['f'],
    description: 'number of files to fetch',
    cell: ofRound((round) => round.lackedFiles),
  },
  {
    name: 'files_total',
    aliases: ['tf'],
    description: 'total number of files',
    cell: ofRound((round) => round.files),
  },
  {
    name: 'bytes',
    aliases: ['b'],
    description: 'number of bytes to fetch',
    cell: ofRound((round) => ({ bytes: round.lackedBytes })),
  },
  {
    name: 'bytes_total',
    aliases: ['tb'],
    description: 'total number of bytes',
    cell: ofRound((round) => ({ bytes: round.bytes })),
  },
  {
    name: 'replicating_stage_time_taken',
    aliases: ['rstt'],
    description: 'time taken in replicating stage',
    cell: ofRound((round) => ({ ms: round.stageMs.init ?? 0 })),
  },
  {
    name: 'get_checkpoint_info_stage_time_taken',
    aliases: ['gcistt'],
    description: 'time taken in get checkpoint info stage',
    // The primary sends its checkpoint with the list of files.
    cell: ofRound(() => ({ ms: 0 })),
  },
  {
    name: 'file_diff_stage_time_taken',
    aliases: ['fdstt'],
    description: 'time taken in file diff stage',
    cell: ofRound((round) => ({ ms: round.stageMs.file_diff ?? 0 })),
  },
  {
    name: 'get_files_stage_time_taken',
    aliases: ['gfstt'],
    description: 'time taken in get files stage',
    cell: ofRound((round) => ({ ms: round.stageMs.get_files ?? 0 })),
  },
  {
    name: 'finalize_replication_stage_time_taken',
    aliases: ['frstt'],
    description: 'time taken in finalize replication stage',
    cell: ofRound((round) => ({ ms: round.stageMs.finalize_replication ?? 0 })),
  },
];

function percent(part: number, whole: number): string {
  return `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1)}%`;
}
