/** `ScriptCalls` over the scripts of a thread. */
import { ApiError, asApiError } from '@skein/errors';
import { type ScriptService, scriptContexts } from '@skein/script';
import type { ScriptCalls } from './script_calls.js';

export class ScriptRunner {
  readonly #scripts: ScriptService;

  constructor(scripts: ScriptService) {
    this.#scripts = scripts;
  }

  checkScript({ id, script, context }: ScriptCalls['check_script']['request']) {
    try {
      const found = scriptContexts().find(({ name }) => name === context);
      if (found === undefined) throw illegal(`Unknown context [${context}]`);
      this.#scripts.check(script.lang, script.source, found);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.type === 'script_exception') throw error;
      throw illegal(`failed to parse/compile stored script [${id}]`, error);
    }
    return {};
  }
}

function illegal(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, { cause });
}
