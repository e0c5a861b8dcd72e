/** One derived field, read from its checked JSON. */
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { collectEmitted, JList, parseScript, scriptContext, toJson } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type DocumentScript, documentScript } from '../scripts/document_script.js';

const CONTEXT = scriptContext('derived_field');

/** What a script emits for a document, in its order. */
export type EmittedValues = (doc: number) => readonly JsonValue[];

export interface DerivedDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: JsonValue | undefined;
  readonly ignoreMalformed: boolean;
  /** The format of dates among what is emitted. */
  readonly emittedFormat: JsonValue | undefined;
  /**
   * How `fields` shows it: `emitted`, as the script gave it, in its order; `values`, as values of its type, in their order; `emitted instants`, as `values`, but
   * dates are milliseconds.
   */
  readonly shows: 'emitted' | 'emitted instants' | 'values';
  /** Runtime fields look at each other, and `exists` finds the documents that have a value. */
  readonly isRuntime: boolean;
  /** Queries of this field have to match as well. */
  readonly prefilterField: string | undefined;
  /** Of an object: types of what is in it, by path. */
  readonly properties: ReadonlyMap<string, string>;
  readonly open: (segment: SegmentReader) => EmittedValues;
}

export function derivedDefinition(
  name: string,
  json: JsonValue | undefined,
  shard: QueryShardContext,
): DerivedDefinition {
  const given: JsonObject = isJsonObject(json) ? json : {};
  const { type, format, prefilter_field: prefilter } = given;
  const properties = isJsonObject(given.properties) ? Object.entries(given.properties) : [];
  const script = documentScript(parseScript(given.script ?? null), CONTEXT, shard);
  return {
    name,
    type: String(type),
    format,
    ignoreMalformed: given.ignore_malformed === true || given.ignore_malformed === 'true',
    emittedFormat: 'epoch_millis',
    shows: 'emitted',
    isRuntime: false,
    prefilterField: typeof prefilter === 'string' && prefilter !== '' ? prefilter : undefined,
    properties: new Map(properties.map(([path, each]) => [path, String(each)])),
    open: (segment) => emittedBy(script, segment),
  };
}

function emittedBy(script: DocumentScript, segment: SegmentReader): EmittedValues {
  const list = new JList();
  const run = script.segment(segment, list);
  return (doc) => {
    list.clear();
    collectEmitted(list, () => {
      run(doc, Number.NaN);
    });
    return list.items.map((value) => toJson(value, double) as JsonValue);
  };
}
