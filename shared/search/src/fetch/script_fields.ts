/** `script_fields`: values that scripts compute from a hit, each a list. */
import { double, isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { JCollection, toJson, type Value } from '@skein/java';
import { scriptContext } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { ScriptField } from '../request/parse_script_fields.js';
import {
  type DocumentRun,
  type DocumentScript,
  documentScript,
} from '../scripts/document_script.js';
import type { FetchHit } from './fetch_part.js';

const FIELD = scriptContext('field');

export type AddScriptFields = (hit: FetchHit, into: Map<string, JsonValue[]>) => void;

/** Each script is compiled once per request and opened once per segment. */
export function scriptFields(
  fields: readonly ScriptField[],
  shard: QueryShardContext,
): AddScriptFields {
  const openers = fields.map((field) => ({
    field,
    run: runnerOf(documentScript(field.script, FIELD, shard)),
  }));
  return (hit, into) => {
    for (const { field, run } of openers) {
      const values = valuesOf(field, () => run(hit.segment)(hit.doc, hit.hit.score));
      if (values !== undefined && values.length > 0 && !into.has(field.name)) {
        into.set(field.name, values);
      }
    }
  };
}

function runnerOf(script: DocumentScript): (segment: SegmentReader) => DocumentRun {
  const opened = new Map<SegmentReader, DocumentRun>();
  return (segment) => {
    const known = opened.get(segment) ?? script.segment(segment);
    opened.set(segment, known);
    return known;
  };
}

function valuesOf({ ignoreFailure }: ScriptField, run: () => Value): JsonValue[] | undefined {
  try {
    const value = run();
    const json = toJson(value, double);
    return value instanceof JCollection && isJsonArray(json) ? [...json] : [json];
  } catch (error) {
    if (ignoreFailure && error instanceof ApiError) return undefined;
    throw error;
  }
}
