/** docs/INGEST.md: each processor is described there, and its example must work. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodeJson, type JsonObject } from '@skein/content';
import { PROCESSOR_NAMES } from './processor_names.js';
import { simulateBytes, testThread } from './testing/test_thread.js';

const page = readFileSync(new URL('../../../docs/INGEST.md', import.meta.url), 'utf8');
const sections = page
  .split('\n### ')
  .slice(1)
  .map((section) => {
    const [name = ''] = section.split('\n');
    const [, json] = /```json\n(.*?)\n```/s.exec(section) ?? [];
    return { name, example: json === undefined ? undefined : JSON.parse(json) };
  });

const packages = createRequire(__filename);
const thread = testThread({
  ports: {
    digest: (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest()),
    userAgentExpressions: () => readFileSync(packages.resolve('uap-core/regexes.yaml'), 'utf8'),
  },
});

test('every processor is there', () => {
  expect(sections.map(({ name }) => name)).toEqual([...PROCESSOR_NAMES]);
});

/**
 * Files are parsed in another thread: services/node/test/attachment.test.ts tests their example.
 */
const HERE = sections.filter(({ name, example }) => example !== undefined && name !== 'attachment');

/** `becomes` contains the fields, null if the document is dropped, and `error` if it fails. */
test.each(HERE)('$name', ({ example }) => {
  const { processor, document, becomes } = example;
  const docs = [{ _source: document }];
  const answer = simulateBytes(thread, encodeJson({ pipeline: { processors: [processor] }, docs }));
  const [result] = answer.docs as [{ doc?: { _source: JsonObject }; error?: JsonObject } | null];
  if (becomes === null) expect(result).toBeNull();
  else if ('error' in becomes) expect(result?.error?.reason).toBe(becomes.error);
  else expect(result?.doc?._source).toEqual(becomes);
});
