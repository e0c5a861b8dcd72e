/** Contexts by name. */
import { ApiError } from '@skein/errors';
import * as all from './all.js';
import type { ScriptContext } from './context_type.js';

const CONTEXTS: ReadonlyMap<string, ScriptContext> = new Map(
  Object.values(all).map((one) => [one.name, one]),
);

export function scriptContext(name: string): ScriptContext {
  const found = CONTEXTS.get(name);
  if (found === undefined)
    throw new ApiError('illegal_argument_exception', `Unsupported script context name [${name}]`);
  return found;
}

export function scriptContexts(): readonly ScriptContext[] {
  return [...CONTEXTS.values()];
}
