/** Failure positions of programs: `testdata/failures.ndjson` was recorded from OpenSearch. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideWorld } from '@skein/java';
import { fixedWorld } from './fixed_world.js';
import type { Position } from './script_error.js';
import { scriptFailure } from './testing/test_script.js';

beforeAll(() => provideWorld(fixedWorld()));

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
  const { message, cause, metadata } = scriptFailure(source);
  expect(`${message}: ${String(cause?.metadata.type)}`).toBe(error);
  const position = metadata.position as Position | undefined;
  const found =
    position === undefined ? '' : `${position.offset} in ${position.start}-${position.end}`;
  expect(found).toBe(place);
});
