/**
 * Carries out the calls of a restore at the store. It splits records into single operations, and
 * reads the next records ahead.
 */
import type {
  AskStore,
  LogPlace,
  LogRecord,
  RemoteCall,
  RemoteReply,
} from '@skein/cluster/replication';
import { frameIdentity, splitFrames } from '@skein/engine';
import {
  createLogRecord,
  findLogEnd,
  type RecordContent,
  type RepositoryOptions as Repository,
  readLogRecord,
  type StoredRecord,
} from '@skein/snapshots';
import type { RemoteShard } from './remote_operations.js';

/** The most records that are read at once. */
const READ_AHEAD = 16;

export class LogReads {
  readonly #repository: Repository;
  readonly #place: RemoteShard;
  readonly #metadataVersion: number;
  readonly #ahead = new Map<string, Promise<RecordContent | undefined>>();

  constructor(repository: Repository, place: RemoteShard, metadataVersion: number) {
    this.#repository = repository;
    this.#place = place;
    this.#metadataVersion = metadataVersion;
  }

  /**
   * The calls of the machine, and a promise that only rejects: with the reason of the signal, or
   * with the error of the first call that failed. The store has retried that call already.
   */
  until(signal: AbortSignal): { readonly ask: AskStore; readonly failure: Promise<never> } {
    let fail: (error: unknown) => void = () => {};
    const failure = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    const ask: AskStore = (call, then) => {
      if (!signal.aborted) this.#do(call).then(then).catch(fail);
    };
    return { ask, failure };
  }

  async #do(call: RemoteCall): Promise<RemoteReply> {
    switch (call.kind) {
      case 'find_end': {
        const number = await findLogEnd(this.#repository, this.#place, call.segment);
        return { kind: 'end', number };
      }
      case 'read': {
        const content = await this.#read(call.at);
        return { kind: 'record', record: content && machineRecord(content.record) };
      }
      case 'create': {
        this.#ahead.clear();
        const content = {
          record: storedRecord(call.record),
          metadataVersion: this.#metadataVersion,
        };
        const made = { at: call.at, content };
        const isNew = await createLogRecord(this.#repository, this.#place, made);
        return { kind: 'created', isNew };
      }
      default:
        return { kind: 'done' };
    }
  }

  #read(at: LogPlace): Promise<RecordContent | undefined> {
    if (at.index === 0) return readLogRecord(this.#repository, this.#place, at);
    for (let index = at.index; index < at.index + READ_AHEAD; index++) {
      this.#begin({ ...at, index });
    }
    const found = this.#begin(at);
    this.#ahead.delete(keyOf(at));
    return found;
  }

  #begin(at: LogPlace): Promise<RecordContent | undefined> {
    const known = this.#ahead.get(keyOf(at));
    if (known !== undefined) return known;
    const reading = readLogRecord(this.#repository, this.#place, at);
    // Reading ahead may fail without harm: a caller that needs the record gets the error.
    reading.catch(() => undefined);
    this.#ahead.set(keyOf(at), reading);
    return reading;
  }
}

function keyOf({ segment, index }: LogPlace): string {
  return `${segment}/${index}`;
}

function machineRecord(record: StoredRecord): LogRecord {
  if (record.kind !== 'operations') return record;
  const { frames, ...rest } = record;
  const operations = [...splitFrames(frames)].map((frame) => ({
    ...frameIdentity(frame),
    body: frame,
  }));
  return { ...rest, operations };
}

/** The record in the form of the store. A restore writes heads and seals only. */
function storedRecord(record: LogRecord): StoredRecord {
  switch (record.kind) {
    case 'seal':
      return record;
    case 'head': {
      const { commit, ...head } = record;
      // In a remote store the files of a commit are the name of a blob.
      return { ...head, commit: commit && { ...commit, files: commit.files as string } };
    }
    default:
      throw new RangeError('a restore writes no operations');
  }
}
