/** Answers `ScriptCalls` with the scripts of a thread. */

import type { Clock } from '@skein/base';
import { encodeJson } from '@skein/content';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import { mapFromJson, textOf } from '@skein/java';
import { parseDocument } from '@skein/mapping';
import {
  type ScriptReference,
  type ScriptService,
  scriptContext,
  scriptContexts,
  templateRenderer,
} from '@skein/script';
import { type IndexContext, runDocumentScript } from '@skein/search';
import { IndexWriter, MemoryDirectory, openSegments } from '@skein/search_library';
import type { IndexContextCache } from './index_context_cache.js';
import type { ExecuteScriptRequest, ScriptCalls, ScriptSetup } from './script_calls.js';
import { transformDocuments } from './update/bulk_script.js';

const PAINLESS_TEST = scriptContext('painless_test');
/** The id under which OpenSearch indexes the document of `context_setup`. */
const DOCUMENT_ID = '_id';

interface ScriptRunnerParts {
  readonly scripts: ScriptService;
  readonly indices: IndexContextCache;
  readonly clock: Clock;
}

export class ScriptRunner {
  readonly #parts: ScriptRunnerParts;

  constructor(parts: ScriptRunnerParts) {
    this.#parts = parts;
  }

  check({ id, script, context }: ScriptCalls['check_script']['request']) {
    try {
      const found = scriptContexts().find(({ name }) => name === context);
      if (found === undefined) throw illegal(`Unknown context [${context}]`);
      this.#parts.scripts.check(script, found);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.type === 'script_exception') throw error;
      throw illegal(`failed to parse/compile stored script [${id}]`, error);
    }
    return {};
  }

  execute(request: ExecuteScriptRequest): ScriptCalls['execute_script']['reply'] {
    const { script, setup } = request;
    if (setup !== undefined) return { result: this.#overDocument(request, setup) };
    const { run } = this.#parts.scripts.painless(script, PAINLESS_TEST);
    const params = mapFromJson(script.params);
    return { result: textOf(run(params)) };
  }

  transform(
    request: ScriptCalls['transform_documents']['request'],
  ): ScriptCalls['transform_documents']['reply'] {
    return { results: transformDocuments(request, this.#parts.scripts) };
  }

  renderAll({
    templates,
  }: ScriptCalls['render_templates']['request']): ScriptCalls['render_templates']['reply'] {
    return {
      results: templates.map((template) => {
        try {
          return { text: this.#render(template) };
        } catch (error) {
          return { error: toPlainError(asApiError(error)) };
        }
      }),
    };
  }

  #render(reference: ScriptReference): string {
    return templateRenderer(this.#parts.scripts, reference)(reference.params);
  }

  #overDocument(
    { script, context, nowMs }: ExecuteScriptRequest,
    setup: ScriptSetup,
  ): boolean | number {
    const index = this.#parts.indices.get(setup.index);
    const { scripts, clock } = this.#parts;
    const segments = this.#segmentsOf(index, setup);
    const environment = { reader: { snapshotVersion: 0, segments }, index, clock, scripts };
    const result = runDocumentScript({ script, context, query: setup.query, nowMs }, environment);
    return typeof result === 'boolean' ? result : Number(result);
  }

  /** Indexes the document as the only one of an index in memory. */
  #segmentsOf({ mapping }: IndexContext, { document }: ScriptSetup) {
    const { clock } = this.#parts;
    const directory = new MemoryDirectory();
    const writer = IndexWriter.open(directory, {});
    const meta = { id: DOCUMENT_ID, routing: undefined };
    const { fields, nested, stored } = parseDocument(
      // A context has the whole mapping, of which its type shows a part.
      mapping as Parameters<typeof parseDocument>[0],
      encodeJson(document),
      meta,
      clock,
    );
    writer.addDocument({ fields, nested, stored, version: 1, seqNo: 0, primaryTerm: 1 });
    writer.refresh();
    return openSegments(writer.snapshot(), directory);
  }
}

function illegal(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, { cause });
}
