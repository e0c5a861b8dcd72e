/** For tests: scripts with parameters of each type, and their failures. */
import { ApiError } from '@skein/errors';
import { fromJson, type Value } from '@skein/java';
import { scriptContext } from '../../../contexts/registry.js';
import { compilePainless } from '../painless.js';

export const PARAMS = {
  i: 7,
  d: 2.5,
  s: 'param',
  l: [3, 1, 2],
  m: { a: 1, b: 'two' },
  n: null,
  t: true,
};

export function runScript(source: string): Value {
  const script = compilePainless(source, scriptContext('painless_test'));
  return script.run(fromJson(PARAMS, 'java.util.HashMap')) as Value;
}

/** The error of a script that must fail, when it is compiled or when it runs. */
export function scriptFailure(source: string): ApiError {
  try {
    runScript(source);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}
