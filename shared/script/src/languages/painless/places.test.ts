/** Failure positions of programs: `testdata/failures.ndjson` was recorded from OpenSearch. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { fromJson, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';
import type { Position } from './script_error.js';

const params = { i: 7, d: 2.5, s: 'param', l: [3, 1, 2], m: { a: 1, b: 'two' }, n: null, t: true };

beforeAll(() => provideWorld(fixedWorld()));

function failure(source: string): ApiError {
  try {
    const script = compilePainless(source, scriptContext('painless_test'));
    script.run(fromJson(params, 'java.util.HashMap'));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}

interface Case {
  readonly source: string;
  readonly error: string;
  /** `offset in start-end`; empty if OpenSearch reports none. */
  readonly place: string;
}

const cases = readFileSync(join(__dirname, 'testdata/failures.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

it.each(cases)('$source', ({ source, error, place }) => {
  const { message, cause, metadata } = failure(source);
  expect(`${message}: ${String(cause?.metadata.type)}`).toBe(error);
  const position = metadata.position as Position | undefined;
  const found =
    position === undefined ? '' : `${position.offset} in ${position.start}-${position.end}`;
  expect(found).toBe(place);
});
