/** Scripts of runtime fields, opened for a segment: they map documents to emitted values. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { toJson, type Value } from '@skein/java';
import { collectRuntime, parseScript, RuntimeEmission, scriptContext } from '@skein/script';
import type { SegmentReader } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import { type DocumentScript, documentScript } from '../scripts/document_script.js';

/** A mapping field's script definition. */
interface RuntimeScript {
  readonly name: string;
  readonly type: string;
  /**
   * The definition with `script` and `on_script_error`; the latter may keep the values emitted
   * before an error.
   */
  readonly json: JsonObject;
}

/** Runs the script for a document; the result is valid until the next call. */
export type RuntimeRun = (doc: number) => RuntimeEmission;

export function runtimeRun(
  { name, type, json }: RuntimeScript,
  shard: QueryShardContext,
): (segment: SegmentReader) => RuntimeRun {
  const context = scriptContext(`${type}_field`);
  const reference = parseScript(json.script ?? null);
  // Errors of the script are reported even if the field is not read.
  shard.scripts.compile(reference, context);
  // The script is bound on first use: by then all runtime fields are known.
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
  return values.map((value) => toJson(value));
}

/** True for errors of the script itself, not for cancellation or exhausted memory. */
function isScriptFault(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.type === 'script_exception';
}
