/** Scripts of runtime fields, opened for a segment: documents in, what they emit out. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  collectRuntime,
  parseScript,
  RuntimeEmission,
  scriptContext,
  toJson,
  type Value,
} from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type DocumentScript, documentScript } from '../scripts/document_script.js';

/** What a field of the mapping says about its script. */
export interface RuntimeScript {
  readonly name: string;
  readonly type: string;
  /** With `script`, and with `on_script_error`, which may keep what was emitted before a fault. */
  readonly json: JsonObject;
}

/** A document's emission; it holds until the next document is asked for. */
export type RuntimeRun = (doc: number) => RuntimeEmission;

export function runtimeRun(
  { name, type, json }: RuntimeScript,
  shard: QueryShardContext,
): (segment: SegmentReader) => RuntimeRun {
  const context = scriptContext(`${type}_field`);
  const reference = parseScript(json.script ?? null);
  // Faults of the script are told whether or not the field is asked for.
  shard.scripts.compile(reference, context);
  // Bound when it is first needed: then all runtime fields are known.
  let script: DocumentScript | undefined;
  const continues = json.on_script_error === 'continue';
  return (segment) => {
    script ??= documentScript(reference, context, shard);
    const run = script.segment(segment);
    const emission = new RuntimeEmission(name);
    let last = -1;
    return (doc) => {
      if (doc === last) return emission;
      last = -1;
      try {
        collectRuntime(emission, () => void run(doc, Number.NaN));
      } catch (thrown) {
        if (!continues || !isScriptFault(thrown)) throw thrown;
      }
      last = doc;
      return emission;
    };
  };
}

export function emittedJson(values: readonly Value[]): readonly JsonValue[] {
  return values.map((value) => toJson(value) as JsonValue);
}

/** Not that the search is no longer wanted, nor that there is no room for it. */
function isScriptFault(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.type === 'script_exception';
}
