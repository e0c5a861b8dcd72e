/** Runs the documents of a request through their pipelines, in a thread. */
import { expectDefined } from '@skein/base';
import { JsonBuffer, JsonReader } from '@skein/content';
import { ApiError, type PlainError, toPlainError } from '@skein/errors';
import { JMap, kindOf, rawNumber, readJsonValue, textOf, type Value } from '@skein/java';
import { type BoundedWork, runBounded, type Stopwatch } from './bounded_run.js';
import type { ChangedDocument, IngestReply, IngestRequest, PipelineList } from './calls.js';
import { illegalArgument, illegalState } from './faults.js';
import { IngestDocument, type MetadataName } from './ingest_document.js';
import { errorOf } from './run_pipeline.js';
import type { ThreadPipelines } from './thread_pipelines.js';
import { madeDocument } from './update_body.js';
import { MAP } from './values.js';
import { type VersionType, versionTypeOf } from './version_type.js';
import { writeValue } from './write_value.js';

/** OpenSearch's versions of a document without one, and of one that must not exist yet. */
const ANY_VERSION = -3;
const NO_DOCUMENT = -4;

export function ingestBatch(
  request: IngestRequest,
  pipelines: ThreadPipelines,
  stopwatch: Stopwatch,
): IngestReply {
  for (const { ids } of request.lists) for (const id of ids) pipelines.prepare(id);
  const batch = new Batch(request, pipelines);
  runBounded(batch, pipelines.parts.regexes, stopwatch);
  return batch.reply();
}

class Batch implements BoundedWork {
  readonly count: number;
  readonly #request: IngestRequest;
  readonly #pipelines: ThreadPipelines;
  readonly #reader = new JsonReader(new Uint8Array(0));
  readonly #out = new JsonBuffer();
  readonly #ranges: Uint32Array;
  readonly #changed = new Map<number, ChangedDocument>();
  readonly #failed = new Map<number, PlainError>();
  readonly #dropped = new Set<number>();
  /** The total bytes of the finished documents. */
  #done = 0;
  readonly #timestamp: string;

  constructor(request: IngestRequest, pipelines: ThreadPipelines) {
    this.#request = request;
    this.#pipelines = pipelines;
    this.count = request.ids.length;
    this.#ranges = new Uint32Array(2 * this.count);
    this.#timestamp = new Date(pipelines.parts.ports.clock.nowMs()).toISOString();
  }

  reply(): IngestReply {
    return {
      bodies: this.#out.finish(),
      ranges: this.#ranges,
      changed: this.#changed,
      failed: this.#failed,
      dropped: this.#dropped,
      counts: this.#pipelines.takeCounts(),
    };
  }

  run(i: number): void {
    // The document may have been stopped before.
    this.#undo(i);
    try {
      this.#runDocument(i);
    } catch (thrown) {
      this.#undo(i);
      this.#failed.set(i, toPlainError(errorOf(thrown)));
    }
  }

  giveUp(i: number, error: ApiError): void {
    this.#undo(i);
    this.#failed.set(i, toPlainError(error));
  }

  #undo(i: number): void {
    this.#out.cut(this.#done);
    this.#changed.delete(i);
  }

  #runDocument(i: number): void {
    const { lists, listOf, updates } = this.#request;
    const list = expectDefined(lists[listOf[i] ?? 0], 'each document has a list of pipelines');
    const original = this.#original(i);
    const body = this.#body(i);
    const update = updates.get(i);
    const made = update && madeDocument(body, update.docAsUpsert);
    if (update !== undefined && made === undefined) {
      this.#finish(i, () => this.#out.raw(body));
      return;
    }
    const bytes = made === undefined ? body : body.subarray(made.start, made.end);
    const document = documentOf(this.#read(bytes), original, this.#timestamp);
    const next = this.#runPipelines(document, list, original.index);
    if (next === undefined) {
      this.#dropped.add(i);
      return;
    }
    const metadata = metadataOf(document.source, original);
    // An update is not redirected: the document it creates is created in its own index.
    if (update === undefined && (next !== 'none' || isChanged(metadata, original))) {
      this.#changed.set(i, { ...metadata, next });
    }
    this.#finish(i, () => {
      if (made !== undefined) this.#out.range(body, 0, made.start);
      writeValue(document.source, this.#out);
      if (made !== undefined) this.#out.range(body, made.end, body.length);
    });
  }

  /** Reuses one reader, since each document is read completely. */
  #read(bytes: Uint8Array): Value {
    const reader = this.#reader;
    reader.restart(bytes);
    reader.next();
    const value = readJsonValue(reader, MAP);
    reader.next();
    return value;
  }

  #finish(i: number, write: () => void): void {
    const start = this.#done;
    write();
    this.#ranges[2 * i] = start;
    this.#ranges[2 * i + 1] = this.#out.length - start;
    this.#done = this.#out.length;
  }

  #body(i: number): Uint8Array {
    const { bodies, ranges } = this.#request;
    const start = ranges[2 * i] ?? 0;
    return bodies.subarray(start, start + (ranges[2 * i + 1] ?? 0));
  }

  /** Returns the pipelines that remain for another index; undefined if the document is dropped. */
  #runPipelines(
    document: IngestDocument,
    { ids, endsFinal }: PipelineList,
    index: string,
  ): ChangedDocument['next'] | undefined {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? '';
      const isFinal = endsFinal && i === ids.length - 1;
      if (!this.#runPipeline(document, id)) return undefined;
      if (document.source.get('_index') === index) continue;
      if (isFinal) {
        throw illegalState(`final pipeline [${id}] can't change the target index`);
      }
      return document.isRerouted ? 'all' : 'final';
    }
    return 'none';
  }

  #runPipeline(document: IngestDocument, id: string): boolean {
    const pipeline = this.#pipelines.get(id);
    if (pipeline === undefined) throw illegalArgument(`pipeline with id [${id}] does not exist`);
    if (pipeline.root.steps.length === 0) return true;
    const { runner } = this.#pipelines.parts;
    return runner.runOfMany(pipeline, document, this.#pipelines.total);
  }

  #original(i: number): Original {
    const { names, nameOf, ids, creates, conditions } = this.#request;
    const given = conditions.get(i);
    return {
      isCreate: creates[i] === 1,
      index: names[nameOf[i] ?? 0] ?? '',
      id: ids[i] ?? '',
      routing: given?.routing,
      version: given?.version,
      versionType: given?.versionType,
      ifSeqNo: given?.ifSeqNo,
      ifPrimaryTerm: given?.ifPrimaryTerm,
    };
  }
}

/** As in OpenSearch, pipelines do not see the conditions `if_seq_no` and `if_primary_term`. */
function documentOf(fields: Value, given: Original, timestamp: string): IngestDocument {
  if (!(fields instanceof JMap)) {
    throw new ApiError('parse_exception', 'Failed to parse content to map');
  }
  return IngestDocument.of(fields, {
    index: given.index,
    id: given.id === '' ? null : given.id,
    routing: given.routing,
    version: given.version ?? (given.isCreate ? NO_DOCUMENT : ANY_VERSION),
    versionType: given.versionType ?? 'internal',
    timestamp,
  });
}

/** Removes the metadata from the fields and returns it. */
function metadataOf(source: JMap, given: Original): Metadata {
  const take = (name: MetadataName): Value => source.remove(name);
  return {
    index: textIn(take('_index')) ?? '',
    id: textIn(take('_id')) ?? '',
    routing: textIn(take('_routing')) ?? undefined,
    version: versionOf(take('_version')),
    versionType: versionTypeIn(take('_version_type')),
    ifSeqNo: numberIn(take('_if_seq_no')) ?? given.ifSeqNo,
    ifPrimaryTerm: numberIn(take('_if_primary_term')) ?? given.ifPrimaryTerm,
  };
}

function textIn(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  throw cannotCast(value, 'java.lang.String');
}

function versionTypeIn(value: Value): VersionType | undefined {
  const type = textIn(value);
  return type === null ? undefined : versionTypeOf(type);
}

function numberIn(value: Value): number | undefined {
  if (value === null) return undefined;
  const kind = kindOf(value);
  if (kind === undefined || kind === 'char') throw cannotCast(value, 'java.lang.Number');
  // As in Java, a fraction is cut, and NaN is zero.
  return Math.trunc(Number(rawNumber(value))) || 0;
}

function versionOf(value: Value): number | undefined {
  if (value === null) {
    throw new ApiError('null_pointer_exception', '_version is missing');
  }
  const version = numberIn(value);
  return version === ANY_VERSION || version === NO_DOCUMENT ? undefined : version;
}

function cannotCast(value: NonNullable<Value>, to: string): ApiError {
  return new ApiError(
    'class_cast_exception',
    `metadata [${textOf(value)}] cannot be cast to class ${to}`,
  );
}

type Metadata = Omit<ChangedDocument, 'next'>;

interface Original extends Metadata {
  readonly isCreate: boolean;
}

function isChanged(now: Metadata, before: Metadata): boolean {
  return (
    now.index !== before.index ||
    now.id !== before.id ||
    now.routing !== before.routing ||
    now.version !== before.version ||
    (now.versionType ?? 'internal') !== (before.versionType ?? 'internal') ||
    now.ifSeqNo !== before.ifSeqNo ||
    now.ifPrimaryTerm !== before.ifPrimaryTerm
  );
}
