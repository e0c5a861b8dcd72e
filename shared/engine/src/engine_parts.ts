import { type Random, randomId } from '@skein/base';
import { IndexWriter, readCommit } from '@skein/search_library';
import { type CommitData, decodeCommitData, encodeCommitData } from './commit_data.js';
import type { EngineOptions, LocalShards } from './engine_options.js';
import { NO_OPERATIONS } from './local_checkpoint.js';
import { RetainedHistory } from './retained_history.js';
import { Translog } from './translog/translog.js';

/** The parts of an engine: created for a new shard, opened for an existing one. */
export interface EngineParts {
  readonly writer: IndexWriter;
  readonly translog: Translog;
  readonly commit: CommitData;
  /** The history that the writer keeps. */
  readonly retained: RetainedHistory;
}

export function createParts(options: EngineOptions): EngineParts {
  const { translogDirectory: directory, random, primaryTerm, local } = options;
  const retained = new RetainedHistory();
  const writer = openWriter(options, retained);
  const commit = { ...freshCommit(random), ...(local && takeOver(writer, local)) };
  const { translogUuid, maxSeqNo: globalCheckpoint } = commit;
  const log = { directory, translogUuid, primaryTerm };
  const translog = Translog.create(log, {
    generation: commit.translogGeneration,
    globalCheckpoint,
  });
  retained.restart(commit.minRetainedSeqNo);
  writer.commit(encodeCommitData(commit));
  return { writer, translog, commit, retained };
}

/**
 * Takes over the documents of other shards. New sequence numbers start above all existing ones,
 * because those of several shards have no common order.
 */
function takeOver(
  writer: IndexWriter,
  { sources, stays, routingField }: LocalShards,
): Pick<CommitData, 'localCheckpoint' | 'maxSeqNo' | 'minRetainedSeqNo'> {
  let maxSeqNo = NO_OPERATIONS;
  for (const { indexDirectory, commit: generation } of sources) {
    const commit = readCommit(indexDirectory, generation);
    writer.addSegments(indexDirectory, commit);
    maxSeqNo = Math.max(maxSeqNo, decodeCommitData(commit.userData).maxSeqNo);
  }
  if (stays !== undefined) writer.retainDocuments(stays, routingField);
  return { localCheckpoint: maxSeqNo, maxSeqNo, minRetainedSeqNo: maxSeqNo + 1 };
}

/** The commit data of a new shard, with its own history and log. */
export function freshCommit(random: Random): CommitData {
  return {
    historyUuid: randomId(random),
    translogUuid: randomId(random),
    translogGeneration: 1,
    localCheckpoint: NO_OPERATIONS,
    maxSeqNo: NO_OPERATIONS,
    minRetainedSeqNo: 0,
  };
}

export function openParts(options: EngineOptions): EngineParts {
  const { translogDirectory, primaryTerm } = options;
  const retained = new RetainedHistory();
  const writer = openWriter(options, retained);
  const commit = decodeCommitData(writer.commitUserData);
  const { translogUuid, translogGeneration } = commit;
  const translog = Translog.open(
    { directory: translogDirectory, translogUuid, primaryTerm },
    translogGeneration,
  );
  dropCommitsWithoutLog(writer, translog);
  retained.restart(commit.minRetainedSeqNo);
  return { writer, translog, commit, retained };
}

/**
 * Drops commits whose log is gone: an older commit may have survived a power cut in the middle of
 * its removal, without the log that it needs.
 */
function dropCommitsWithoutLog(writer: IndexWriter, translog: Translog): void {
  const { oldestGeneration } = translog;
  const whole = writer.commits.find(
    ({ userData }) => decodeCommitData(userData).translogGeneration >= oldestGeneration,
  );
  writer.dropCommitsBefore(whole?.generation ?? writer.commitGeneration);
}

function openWriter(options: EngineOptions, retained: RetainedHistory): IndexWriter {
  const { indexDirectory, settings, indexSort: sort = [] } = options;
  const { kernels, bufferBytes, flushElsewhere } = options;
  const { storedCompression, mergePolicy } = settings;
  return IndexWriter.open(indexDirectory, {
    storedCompression,
    mergePolicy,
    sort,
    kernels,
    flushElsewhere,
    ...(bufferBytes === undefined ? {} : { bufferBytes }),
    retainFrom: () => retained.fromSeqNo,
    keepCommits: true,
  });
}
