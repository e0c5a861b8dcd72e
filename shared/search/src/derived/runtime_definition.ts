/**
 * Reads Elasticsearch's runtime fields from their checked JSON into the same definitions as derived
 * fields. They differ in the arguments of `emit`, may read each other, and need no script: without
 * one, the values are those of `_source` under the field's name that are valid for the type.
 */
import { assert } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
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
/** The composite fields, whose parts are emitted by a single run. */
type Composites = Map<string, (segment: SegmentReader) => RuntimeRun>;

/** `fields` has the form that `parseRuntime` returns; `shard` knows these fields too. */
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
      // A value that is invalid for the type, from a document or a composite field, is ignored.
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
    const definition = fields[of];
    assert(isJsonObject(definition), 'a part is of a composite field');
    const composite = { name: of, type: COMPOSITE, json: definition };
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

/** Shares one run per segment between all readers. */
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
