/** Statements without effect: `testdata/unused.ndjson` was recorded from OpenSearch. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { scriptContext } from '../../../contexts/registry.js';
import { compilePainless } from '../painless.js';

interface Case {
  readonly source: string;
  readonly reason: string;
  readonly at: number;
}

const cases: readonly Case[] = readFileSync(join(__dirname, '../testdata/unused.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test.each(cases)('$source', ({ source, reason, at }) => {
  try {
    compilePainless(source, scriptContext('painless_test'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.cause?.reason).toBe(reason);
    expect(error.metadata.position).toMatchObject({ offset: at });
    return;
  }
  throw new Error('the program was compiled');
});
