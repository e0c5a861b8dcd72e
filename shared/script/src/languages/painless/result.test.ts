/**
 * Refusal of results with the wrong type: `return` requests the type from the member, the last
 * expression is cast.
 */
import { ApiError } from '@skein/errors';
import { fromJson } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { compilePainless } from './painless.js';

/** Errors of a script filter in OpenSearch. */
it.each([
  ['return params.s.length()', 'wrong_method_type_exception'],
  ['boolean b = params.s.length(); return b', 'wrong_method_type_exception'],
  ['params.s.length()', 'class_cast_exception'],
])('%s', (source, type) => {
  const { run } = compilePainless(source, scriptContext('filter'));
  try {
    run(fromJson({ s: 'text' }, 'java.util.HashMap'), fromJson({}, 'java.util.HashMap'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.cause?.metadata.type).toBe(type);
    return;
  }
  throw new Error(`${source} did not fail`);
});
