/** Packs items of a batch for a thread, and applies its reply to the batch. Pure. */
import { type ApiError, fromPlainError } from '@skein/errors';
import type {
  ChangedDocument,
  IngestConditions,
  IngestReply,
  IngestRequest,
  PipelineList,
} from '@skein/ingest/calls';
import {
  AUTO_ID,
  isUnconditional,
  NO_BODY,
  type SpecialWrite,
  UNCONDITIONAL,
  WRITE_OPS,
  type WriteBatch,
  writeOpOf,
} from '../shard_host/mod.js';

/** Some items of a batch, with the pipelines of each. */
export type Listed = ReadonlyMap<number, PipelineList>;

export function packItems(batch: WriteBatch, listed: Listed): IngestRequest {
  const count = listed.size;
  const positions = [...listed.keys()];
  const lists = [...new Set(listed.values())];
  const numbers = new Map(lists.map((list, i) => [list, i]));
  const { bodies, ranges } = copiedBodies(batch, positions);
  const nameOf = new Uint32Array(count);
  const creates = new Uint8Array(count);
  const conditions = new Map<number, IngestConditions>();
  const updates = new Map<number, { readonly docAsUpsert: boolean }>();
  positions.forEach((position, i) => {
    nameOf[i] = batch.nameOf[position] ?? 0;
    const special = batch.special.get(position);
    if (special !== undefined) conditions.set(i, conditionsOf(special));
    const op = writeOpOf(batch.ops[position] ?? 0);
    if (op === 'create') creates[i] = 1;
    if (op === 'update') {
      updates.set(i, { docAsUpsert: special?.docAsUpsert === true });
    }
  });
  return {
    lists,
    listOf: Uint32Array.from(listed.values(), (list) => numbers.get(list) ?? 0),
    names: batch.names,
    nameOf,
    creates,
    ids: positions.map((position) => batch.ids[position] ?? ''),
    bodies,
    ranges,
    conditions,
    updates,
  };
}

function copiedBodies({ body, ranges: from }: WriteBatch, positions: readonly number[]) {
  const ranges = new Uint32Array(2 * positions.length);
  let length = 0;
  positions.forEach((position, i) => {
    const hasBody = from[2 * position] !== NO_BODY;
    const size = hasBody ? (from[2 * position + 1] ?? 0) : 0;
    ranges[2 * i] = length;
    ranges[2 * i + 1] = size;
    length += size;
  });
  const bodies = new Uint8Array(length);
  positions.forEach((position, i) => {
    const start = from[2 * position] ?? 0;
    const size = ranges[2 * i + 1] ?? 0;
    bodies.set(body.subarray(start, start + size), ranges[2 * i]);
  });
  return { bodies, ranges };
}

function conditionsOf(special: SpecialWrite): IngestConditions {
  const { routing, version, versionType, ifSeqNo, ifPrimaryTerm } = special;
  return { routing, version, versionType, ifSeqNo, ifPrimaryTerm };
}

/** The result of pipelines on a batch. */
interface Returned {
  readonly batch: WriteBatch;
  readonly dropped: readonly number[];
  /** Items with a new index, and the pipelines of that index that are still to run. */
  readonly moved: ReadonlyMap<number, ChangedDocument['next']>;
}

export function unpackItems(batch: WriteBatch, listed: Listed, reply: IngestReply): Returned {
  const positions = [...listed.keys()];
  const columns = new ChangedColumns(batch);
  const refused = new Map<number, ApiError>(batch.refused);
  const moved = new Map<number, ChangedDocument['next']>();
  for (const [i, error] of reply.failed) {
    refused.set(positions[i] ?? 0, fromPlainError(error));
  }
  // As in OpenSearch, failed and dropped updates are shown as the index requests they would have
  // become.
  for (const i of [...reply.failed.keys(), ...reply.dropped]) columns.endUpdate(positions[i] ?? 0);
  for (const [i, changed] of reply.changed) {
    const position = positions[i] ?? 0;
    columns.change(position, changed);
    if (changed.next !== 'none') moved.set(position, changed.next);
  }
  return {
    batch: { ...columns.batch(), ...newBodies(batch, positions, reply), refused },
    dropped: [...reply.dropped].map((i) => positions[i] ?? 0),
    moved,
  };
}

/** The documents that went through a pipeline, followed by the others. */
function newBodies(
  { body, ranges: before, ids }: WriteBatch,
  positions: readonly number[],
  reply: IngestReply,
): Pick<WriteBatch, 'body' | 'ranges' | 'isWhole'> {
  const ranges = [...before];
  const others: number[] = [];
  const isIngested = new Uint8Array(ids.length);
  positions.forEach((position, i) => {
    isIngested[position] = 1;
    ranges[2 * position] = reply.ranges[2 * i] ?? 0;
    ranges[2 * position + 1] = reply.ranges[2 * i + 1] ?? 0;
  });
  let length = reply.bodies.length;
  for (let i = 0; i < ids.length; i++) {
    if (isIngested[i] === 1 || before[2 * i] === NO_BODY) continue;
    others.push(i);
    length += before[2 * i + 1] ?? 0;
  }
  if (others.length === 0) return { body: reply.bodies, ranges, isWhole: true };
  const joined = new Uint8Array(length);
  joined.set(reply.bodies);
  let end = reply.bodies.length;
  for (const i of others) {
    const [start = 0, size = 0] = [before[2 * i], before[2 * i + 1]];
    joined.set(body.subarray(start, start + size), end);
    ranges[2 * i] = end;
    end += size;
  }
  return { body: joined, ranges, isWhole: true };
}

function withoutVersions({ routing, versionType }: IngestConditions): IngestConditions {
  return { routing, versionType };
}

/** Copies of a batch's columns with some items changed. */
class ChangedColumns {
  readonly #batch: WriteBatch;
  readonly #names: string[];
  /** The position of each name in `#names`. */
  readonly #numbers: Map<string, number>;
  readonly #nameOf: number[];
  readonly #ops: number[];
  readonly #ids: string[];
  readonly #special: Map<number, SpecialWrite>;

  constructor(batch: WriteBatch) {
    this.#batch = batch;
    this.#names = [...batch.names];
    this.#numbers = new Map(batch.names.map((name, i) => [name, i]));
    this.#nameOf = [...batch.nameOf];
    this.#ops = [...batch.ops];
    this.#ids = [...batch.ids];
    this.#special = new Map(batch.special);
  }

  change(position: number, { index, id, next: _next, ...given }: ChangedDocument): void {
    this.#nameOf[position] = this.#numberOf(index);
    const op = (this.#ops[position] ?? 0) & ~AUTO_ID;
    this.#ops[position] = id === '' ? op | AUTO_ID : op;
    this.#ids[position] = id;
    // A document whose id is generated cannot exist: as in OpenSearch, conditions do not count.
    const conditions = id === '' ? withoutVersions(given) : given;
    const before = this.#special.get(position) ?? { ...UNCONDITIONAL, requireAlias: false };
    const versionType = conditions.versionType ?? 'internal';
    const special: SpecialWrite = {
      ...before,
      routing: conditions.routing,
      version: conditions.version,
      versionType,
      ifSeqNo: conditions.ifSeqNo,
      ifPrimaryTerm: conditions.ifPrimaryTerm,
    };
    if (isUnconditional(special)) this.#special.delete(position);
    else this.#special.set(position, special);
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  endUpdate(position: number): void {
    if (writeOpOf(this.#ops[position] ?? 0) === 'update') {
      this.#ops[position] = WRITE_OPS.indexOf('index');
    }
  }

  batch(): WriteBatch {
    return {
      ...this.#batch,
      names: this.#names,
      nameOf: this.#nameOf,
      ops: this.#ops,
      ids: this.#ids,
      special: this.#special,
      pipelines: new Map(),
    };
  }
}
