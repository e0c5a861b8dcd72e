/**
 * `_ingest/pipeline/_simulate`: runs documents of the request through a pipeline and returns the
 * results.
 */
import { expectDefined } from '@skein/base';
import { encodeJson, JsonBuffer, type JsonValue, RawJson } from '@skein/content';
import { type ApiError, errorResponse } from '@skein/errors';
import { type JList, JMap, readJson, textOf, type Value } from '@skein/java';
import { runBounded, type Stopwatch } from './bounded_run.js';
import type { IngestCalls } from './calls.js';
import { ConfigReader } from './config_reader.js';
import { illegalArgument } from './faults.js';
import { IngestDocument, METADATA } from './ingest_document.js';
import type { Pipeline } from './pipeline.js';
import { readPipeline } from './read_pipeline.js';
import { errorOf } from './run_pipeline.js';
import type { ThreadPipelines } from './thread_pipelines.js';
import { type TraceResult, tracePipeline } from './trace.js';
import { copyMap, MAP } from './values.js';
import { versionTypeOf } from './version_type.js';
import { writeValue } from './write_value.js';

const PIPELINE = '_simulate_pipeline';
/** The index and id of documents without any. */
const [INDEX, ID] = ['_index', '_id'];

export function simulate(
  { body, id, verbose }: IngestCalls['simulate']['request'],
  pipelines: ThreadPipelines,
  stopwatch: Stopwatch,
): Uint8Array {
  const source = readJson(body, MAP);
  const config = new ConfigReader(source instanceof JMap ? source : new JMap(MAP), {});
  const pipeline = pipelineOf(config, id, pipelines);
  const { clock } = pipelines.parts.ports;
  const timestamp = new Date(clock.nowMs()).toISOString();
  const read = readDocuments(config, timestamp);
  const shown: JsonValue[] = [];
  runBounded(
    {
      count: read.length,
      run: (i) => {
        const document = expectDefined(read[i], 'only documents that were read run').copy();
        shown[i] = verbose
          ? traced(pipeline, document, pipelines)
          : simulated(pipeline, document, pipelines);
      },
      giveUp: (i, error) => {
        shown[i] = errorOnly(error);
      },
    },
    pipelines.parts.regexes,
    stopwatch,
  );
  return encodeJson({ docs: shown });
}

function pipelineOf(
  config: ConfigReader,
  id: string | undefined,
  pipelines: ThreadPipelines,
): Pipeline {
  if (id === undefined) return readPipeline(PIPELINE, config.map('pipeline'), pipelines.parts);
  const stored = pipelines.get(id);
  if (stored !== undefined) return stored;
  throw illegalArgument(`pipeline [${id}] does not exist`);
}

function readDocuments(config: ConfigReader, timestamp: string): readonly IngestDocument[] {
  const docs = config.list('docs');
  if (docs.length === 0) {
    throw illegalArgument('must specify at least one document in [docs]');
  }
  return docs.map((doc) => {
    if (!(doc instanceof JMap)) {
      throw illegalArgument('malformed [docs] section, should include an inner object');
    }
    return readDocument(new ConfigReader(doc, {}), timestamp);
  });
}

function readDocument(config: ConfigReader, timestamp: string): IngestDocument {
  const fields = copyMap(config.map('_source'));
  const index = config.stringOrInt('_index', INDEX ?? '');
  const id = config.stringOrInt('_id', ID ?? '');
  const routing = config.optionalStringOrInt('_routing');
  const version = longOf(config, '_version');
  const versionType = config.has('_version_type')
    ? versionTypeOf(config.string('_version_type'))
    : undefined;
  const conditions = {
    ifSeqNo: longOf(config, '_if_seq_no'),
    ifPrimaryTerm: longOf(config, '_if_primary_term'),
  };
  return IngestDocument.of(fields, {
    index,
    id,
    routing,
    version,
    versionType,
    ...conditions,
    timestamp,
  });
}

function longOf(config: ConfigReader, name: string): number | undefined {
  if (!config.has(name)) return undefined;
  const value = config.required(name);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw illegalArgument(`Failed to parse parameter [${name}], only int or long is accepted`);
}

function simulated(
  pipeline: Pipeline,
  document: IngestDocument,
  { parts }: ThreadPipelines,
): JsonValue {
  try {
    return parts.runner.runPipeline(pipeline, document) ? { doc: shownDocument(document) } : null;
  } catch (thrown) {
    return errorOnly(errorOf(thrown));
  }
}

function traced(
  pipeline: Pipeline,
  document: IngestDocument,
  { parts }: ThreadPipelines,
): JsonValue {
  const results: TraceResult[] = [];
  try {
    tracePipeline(pipeline, document, {
      results,
      pipeline: (id) => parts.pipeline(id),
      tryPipeline: (called, copy) => parts.runner.runPipeline(called, copy),
    });
  } catch (thrown) {
    // The error is among the results; any other has no results to show.
    if (results.length === 0) return errorOnly(errorOf(thrown));
  }
  return { processor_results: results.map(shownResult) };
}

function shownResult({ step, status, condition, document, error }: TraceResult): JsonValue {
  return {
    processor_type: step.type,
    status,
    ...(step.description === undefined ? {} : { description: step.description }),
    ...(step.tag === undefined ? {} : { tag: step.tag }),
    ...(condition === undefined
      ? {}
      : { if: { condition: condition.text, result: condition.result } }),
    ...(error === undefined ? {} : shownError(error, status)),
    ...(document === undefined ? {} : { doc: shownDocument(document) }),
  };
}

function shownError(error: ApiError, status: TraceResult['status']) {
  return status === 'error_ignored' ? { ignored_error: errorOnly(error) } : errorOnly(error);
}

function errorOnly(error: ApiError): { readonly error: JsonValue } {
  return { error: errorResponse(error).error };
}

const METADATA_KEYS: ReadonlySet<Value> = new Set(METADATA);

function shownDocument({ source, ingest }: IngestDocument): JsonValue {
  const metadata = METADATA.flatMap((name) => {
    const value = source.get(name);
    return value === null ? [] : [[name, textOf(value)] as const];
  });
  const fields = new JMap(MAP);
  for (const key of source.keys()) {
    if (!METADATA_KEYS.has(key)) fields.put(key, source.get(key));
  }
  return { ...Object.fromEntries(metadata), _source: raw(fields), _ingest: raw(ingest) };
}

function raw(value: JMap | JList): RawJson {
  const buffer = new JsonBuffer();
  writeValue(value, buffer);
  return new RawJson(buffer.finish());
}
