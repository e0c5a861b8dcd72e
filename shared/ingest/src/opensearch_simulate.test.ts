/**
 * Pipelines and documents with responses recorded from OpenSearch 2.19.1: sources, failures,
 * values, their types.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { type ApiError, errorResponse } from '@skein/errors';
import { simulateBytes, testThread } from './testing/test_thread.js';

const lines = readFileSync(
  new URL('./testdata/opensearch_simulate.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');

const thread = testThread({
  ports: { digest: (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest()) },
});

/**
 * Positions in texts, which depend on the parser's buffers, and frames of OpenSearch's own code are
 * not compared.
 */
const PLACE = /\n at \[(?:Source: [^;]*; )?line: \d+, column: \d+\]/g;

function comparable(value: JsonValue | undefined): unknown {
  if (typeof value === 'string') return value.replace(PLACE, '');
  if (Array.isArray(value)) {
    return value.filter((one) => !String(one).startsWith('org.opensearch.ingest.')).map(comparable);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([name]) => name !== 'root_cause' && name !== 'timestamp',
  );
  return Object.fromEntries(entries.map(([name, one]) => [name, comparable(one)]));
}

function answer(body: Uint8Array): JsonObject {
  try {
    return simulateBytes(thread, body);
  } catch (error) {
    const { error: told, status } = errorResponse(error as ApiError);
    return { error: told as JsonObject, status };
  }
}

/** Removes the cause of a refused source, which depends on Java. */
function withoutCause({ error, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(error)) return rest;
  const { caused_by: _cause, ...told } = error;
  return { ...rest, error: told };
}

test.each(lines.map((line) => [line.slice(0, 200), line]))('%s', (_name, line) => {
  const { response } = parseJson(new TextEncoder().encode(line)) as { response: JsonObject };
  // The original text, so that numbers keep their notation.
  const body = line.slice('{"body":'.length, line.indexOf(',"response":'));
  const answered = answer(new TextEncoder().encode(body));
  expect(comparable(withoutCause(answered))).toEqual(comparable(withoutCause(response)));
});
