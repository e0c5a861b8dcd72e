/** Calls to a thread about scripts alone, apart from any shard. Plain data. */
import type { JsonObject } from '@skein/content';
import type { PlainError } from '@skein/errors';
import type { ScriptReference, StoredScript } from '@skein/script';
import type { ShardContext } from '@skein/search';
import type { BulkScriptResult, TransformRequest } from './update/bulk_script.js';

type Nothing = Record<string, never>;

export interface ScriptCalls {
  /** Fails when the script does not compile for the context. */
  readonly check_script: {
    request: { readonly id: string; readonly script: StoredScript; readonly context: string };
    reply: Nothing;
  };
  /** Runs a script once and returns its result. */
  readonly execute_script: { request: ExecuteScriptRequest; reply: ScriptOutcome };
  /** Changes documents by the script of an update by query or of a reindex. */
  readonly transform_documents: {
    request: TransformRequest;
    reply: { readonly results: readonly BulkScriptResult[] };
  };
  /** Renders templates, each independently. */
  readonly render_templates: {
    request: { readonly templates: readonly ScriptReference[] };
    reply: {
      readonly results: readonly ({ readonly text: string } | { readonly error: PlainError })[];
    };
  };
}

/** The result as text, a filter's boolean, or a score, which is a double even when it is whole. */
interface ScriptOutcome {
  readonly result: string | boolean | number;
}

export interface ExecuteScriptRequest {
  readonly script: ScriptReference;
  readonly context: ExecutableContext;
  /** The document for contexts that read one. */
  readonly setup: ScriptSetup | undefined;
  readonly nowMs: number;
}

export type ExecutableContext = 'painless_test' | 'filter' | 'score';

export interface ScriptSetup {
  /** The index whose mapping parses the document. */
  readonly index: ShardContext;
  readonly document: JsonObject;
  /** The query that gives the document its `_score`. */
  readonly query: JsonObject | undefined;
}
