/**
 * Runtime fields of Elasticsearch, read from their checked JSON to the same definitions as derived fields. They differ in what `emit` takes, may look at each
 * other, and need no script: then their values are those of `_source` under their name, as far as they are of the type.
 */
import { type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { type RuntimeField, runtimeFields } from '@skein/mapping';
import type { SegmentReader } from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { DerivedDefinition, EmittedValues } from './derived_definition.js';
import { emittedJson, type RuntimeRun, runtimeRun } from './runtime_script.js';

const COMPOSITE = 'composite';
/** Scripts of date fields emit milliseconds. */
const MILLISECONDS = 'epoch_millis';

type Opening = DerivedDefinition['open'];
/** Of composite fields, whose parts are emitted by one run. */
type Composites = Map<string, (segment: SegmentReader) => RuntimeRun>;

/** `fields`: as `parseRuntime` gives them; `shard` knows these fields too. */
export function runtimeDefinitions(
  fields: JsonObject,
  shard: QueryShardContext,
): readonly DerivedDefinition[] {
  const composites: Composites = new Map();
  return runtimeFields(fields).map((field): DerivedDefinition => {
    const isScripted = field.part === undefined && field.json.script !== undefined;
    return {
      name: field.name,
      type: field.type,
      format: field.json.format,
      // What is no value of the type, in a document or in what a composite field emits, is none.
      ignoreMalformed: !isScripted,
      emittedFormat: isScripted ? MILLISECONDS : field.json.format,
      shows: isScripted ? 'emitted instants' : 'values',
      prefilterField: undefined,
      properties: new Map(),
      isRuntime: true,
      open: opening(field, { fields, shard, composites }),
    };
  });
}

interface Around {
  readonly fields: JsonObject;
  readonly shard: QueryShardContext;
  readonly composites: Composites;
}

function opening({ name, type, json, part }: RuntimeField, around: Around): Opening {
  const { fields, shard, composites } = around;
  if (part !== undefined) {
    const { of } = part;
    const composite = { name: of, type: COMPOSITE, json: fields[of] as JsonObject };
    const script = composites.get(of) ?? oneRunEach(runtimeRun(composite, shard));
    composites.set(of, script);
    return (segment) => {
      const run = script(segment);
      return (doc) => emittedJson(run(doc).part(part.name));
    };
  }
  if (json.script === undefined) return (segment) => sourceOf(segment, name);
  const script = runtimeRun({ name, type, json }, shard);
  return (segment) => {
    const run = script(segment);
    return (doc) => emittedJson(run(doc).values);
  };
}

/** One run of a segment for all who ask. */
function oneRunEach(
  open: (segment: SegmentReader) => RuntimeRun,
): (segment: SegmentReader) => RuntimeRun {
  const opened = new WeakMap<SegmentReader, RuntimeRun>();
  return (segment) => {
    const run = opened.get(segment) ?? open(segment);
    opened.set(segment, run);
    return run;
  };
}

function sourceOf(segment: SegmentReader, name: string): EmittedValues {
  return (doc): readonly JsonValue[] => {
    const { source } = segment.stored(doc);
    return source === undefined ? [] : sourceValues(parseJson(source), name);
  };
}
