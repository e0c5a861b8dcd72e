import { asApiError } from '@skein/errors';
import { classNameOf, JMap, mapFromJson, toJson, type Value } from '@skein/java';
import {
  type CompiledScript,
  parseScript,
  type ScriptReference,
  type ScriptService,
  scriptContext,
} from '@skein/script';
import { configurationError, placedError } from './faults.js';
import type { IngestDocument } from './ingest_document.js';
import { readOnlyMap } from './template_model.js';

const CONDITION = scriptContext('processor_conditional');

export interface Condition {
  readonly text: string;
  readonly evaluate: (document: IngestDocument) => boolean;
}

/** The script of an `if`, or undefined if there is none. */
export function readCondition(value: Value): ScriptReference | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return parseScript(value);
  if (value instanceof JMap) return parseScript(toJson(value));
  throw configurationError(
    { type: 'conditional', property: 'script' },
    `property isn't a map or string, but of type [${classNameOf(value)}]`,
  );
}

export function compileCondition(
  reference: ScriptReference,
  scripts: ScriptService,
  tag: string | undefined,
): Condition {
  const compile = () => scripts.painless(reference, CONDITION);
  const params = mapFromJson(reference.params);
  const script = checked(compile, tag);
  // A stored script is resolved anew for each document.
  const current = reference.type === 'inline' ? () => script : compile;
  return {
    text: reference.idOrCode,
    evaluate: ({ source }) => current().run(params, readOnlyMap(source)) === true,
  };
}

function checked(compile: () => CompiledScript, tag: string | undefined): CompiledScript {
  try {
    return compile();
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.type !== 'script_exception') throw error;
    throw placedError(error, { type: 'conditional', tag });
  }
}
