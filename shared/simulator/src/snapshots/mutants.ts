/**
 * Planted errors, each in one rule of docs/specs/snapshots.md. Tests check that the simulation
 * finds each of them.
 */
import {
  type ClusterState,
  type CommandEnvironment,
  type CommandName,
  type CommandRequest,
  type RepositoryOperations,
  runCommand,
  WORK_RULES,
  type WorkRules,
} from '@skein/cluster';
import type { BlobStore, RepositoryOptions } from '@skein/snapshots';
import {
  checksNoBases,
  forgetsRemovals,
  namesByContent,
  removesFirst,
  takesOverAnyRoot,
  triesNextName,
  writesNoNeedlessRoot,
  writesOver,
} from './mutant_stores.js';
import { operationsOn } from './operations.js';

type Execute = <Name extends CommandName>(
  state: ClusterState,
  name: Name,
  request: CommandRequest<Name>,
  environment: CommandEnvironment,
) => ClusterState;

type RepositoryNow = () => RepositoryOptions;

export interface SnapshotRules {
  readonly work: WorkRules;
  readonly execute: Execute;
  /** The term in which a master writes if its work began in one term and it now sees another. */
  readonly writerTerm: (begun: number, seen: number) => number;
  /** The state by which a master continues work that began in the term `begun`. */
  readonly stateSeen: (state: ClusterState, begun: number) => ClusterState;
  /** `aliases` is kept for the whole simulation. */
  readonly store: (store: BlobStore, aliases: Map<string, Set<string>>) => BlobStore;
  readonly operations: (
    operations: RepositoryOperations,
    repository: RepositoryNow,
  ) => RepositoryOperations;
}

const SNAPSHOT_RULES: SnapshotRules = {
  work: WORK_RULES,
  execute: runCommand,
  writerTerm: (begun) => begun,
  stateSeen: (state) => state,
  store: (store) => store,
  operations: (operations) => operations,
};

export const SNAPSHOT_MUTANTS: Readonly<Record<string, Partial<SnapshotRules>>> = {
  noTurnsOfAnIndex: { work: { ...WORK_RULES, snapshotsOfAnIndexTakeTurns: false } },
  beginsBesideDeletion: { work: { ...WORK_RULES, deletionsAreAlone: false } },
  finishesTooEarly: { work: { ...WORK_RULES, finishesWhenAllIsTaken: false } },
  writesOverRoots: { store: writesOver },
  worksOnInLaterTerms: {
    writerTerm: (_, seen) => seen,
    stateSeen: (state, begun) => ({ ...state, term: begun }),
  },
  takesOverAnyRoot: { operations: takesOverAnyRoot },
  removesBeforeRoot: {
    operations: (operations, repository) =>
      removesFirst(operations, repository, (store) =>
        operationsOn(() => ({ ...repository(), store })),
      ),
  },
  writesNoNeedlessRoot: { operations: writesNoNeedlessRoot },
  namesByContent: { store: namesByContent },
  checksNoBases: { operations: checksNoBases },
  forgetsRemovals: { operations: forgetsRemovals },
  restoresWhatIsDeleted: { execute: (...given) => hiding('snapshotDeletions', given) },
  deletesWhatIsRestored: { execute: (...given) => hiding('restores', given) },
  countsStaleReports: { execute: countingStaleReports },
  writesLostRootAgain: { store: triesNextName },
};

type Given<Name extends CommandName> = [
  ClusterState,
  Name,
  CommandRequest<Name>,
  CommandEnvironment,
];

/** S11: the command does not see the records that conflict with it. */
function hiding<Name extends CommandName>(
  records: 'snapshotDeletions' | 'restores',
  [state, name, request, environment]: Given<Name>,
): ClusterState {
  const misled = records === 'restores' ? 'delete_snapshots' : 'restore_snapshot';
  if (name !== misled) return runCommand(state, name, request, environment);
  const { metadata } = state;
  const blind = { ...state, metadata: { ...metadata, [records]: new Map() } };
  const after = runCommand(blind, name, request, environment);
  return { ...after, metadata: { ...after.metadata, [records]: metadata[records] } };
}

function countingStaleReports<Name extends CommandName>(
  ...[state, name, request, environment]: Given<Name>
): ClusterState {
  if (!isReport(name, request)) return runCommand(state, name, request, environment);
  const { uuid, index, shardId } = request;
  const record = state.metadata.snapshots.get(uuid)?.indices.find((one) => one.name === index);
  const attempt = record?.shards[shardId]?.attempt ?? request.attempt;
  return runCommand(state, 'snapshot_shard_done', { ...request, attempt }, environment);
}

function isReport(
  name: CommandName,
  _request: object,
): _request is CommandRequest<'snapshot_shard_done'> {
  return name === 'snapshot_shard_done';
}

export function snapshotRulesWith(mutant: string | undefined): SnapshotRules {
  return mutant === undefined ? SNAPSHOT_RULES : { ...SNAPSHOT_RULES, ...SNAPSHOT_MUTANTS[mutant] };
}
