/** The definition of one derived field, read from its checked JSON. */
import { double, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { JList, toJson } from '@skein/java';
import { collectEmitted, parseScript, scriptContext } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type DocumentScript, documentScript } from '../scripts/document_script.js';

const CONTEXT = scriptContext('derived_field');

/** Returns the values that a script emits for a document, in emission order. */
export type EmittedValues = (doc: number) => readonly JsonValue[];

export interface DerivedDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: JsonValue | undefined;
  readonly ignoreMalformed: boolean;
  /** The date format of the emitted values. */
  readonly emittedFormat: JsonValue | undefined;
  /**
   * The form in which `fields` shows the field. `emitted` shows the script's values unchanged and
   * in emission order. `values` shows values of the field's type in sorted order. `emitted
   * instants` is like `values`, but dates are milliseconds.
   */
  readonly shows: 'emitted' | 'emitted instants' | 'values';
  /**
   * True for runtime fields: their scripts may read other runtime fields, and `exists` finds the
   * documents that have a value.
   */
  readonly isRuntime: boolean;
  /** A field on which each query of this field must match as well. */
  readonly prefilterField: string | undefined;
  /** The types of the paths inside an object field. */
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
    return list.items.map((value) => toJson(value, double));
  };
}
