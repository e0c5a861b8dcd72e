import { parseJson } from '@skein/content';
import fc from 'fast-check';
import { AnswerBytes, isPlainText } from './answer_bytes.js';
import { itemJson } from './bulk_answer.js';

const answer = fc.record({
  action: fc.constantFrom('index' as const, 'create' as const, 'delete' as const),
  index: fc.constantFrom('a', '.ds-logs-000001'),
  id: fc.stringMatching(/^[ !#-[\]-~]{1,30}$/),
  version: fc.oneof(fc.nat(), fc.nat(100), fc.constant(2 ** 53 - 1)),
  result: fc.constantFrom('created' as const, 'updated' as const, 'deleted' as const),
  forcedRefresh: fc.boolean(),
  seqNo: fc.oneof(fc.nat(), fc.constant(2 ** 40)),
  primaryTerm: fc.nat(9),
  shards: fc.record({ total: fc.nat(12), successful: fc.nat(12), failed: fc.nat(12) }),
});

test('an item as bytes says what it says as text', () => {
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 200 }), (list) => {
      const answers = new AnswerBytes();
      const expected = list.map((each, i) => {
        const { action, index, id, version, result, forcedRefresh, seqNo, primaryTerm, shards } =
          each;
        const status = result === 'created' ? 201 : 200;
        const text = itemJson(action, {
          index,
          result: { ok: true, id, version, result, seqNo, primaryTerm, get: undefined },
          forcedRefresh,
          shards,
        });
        if (i % 5 === 4) answers.addJson(text);
        else answers.add({ ...each, status });
        return text;
      });
      expect(Buffer.concat(answers.finish()).toString()).toBe(expected.join(','));
    }),
    { numRuns: 50 },
  );
});

test('plain text is what JSON shows as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4 }), (text) => {
      if (isPlainText(text)) expect(parseJson(`"${text}"`)).toBe(text);
      else expect(text).toMatch(/["\\\p{Cc}]|[^\p{ASCII}]/u);
    }),
  );
});

test('many items come in pieces', () => {
  const answers = new AnswerBytes();
  const long = `"${'x'.repeat(300_000)}"`;
  const texts = [
    ...Array.from({ length: 3000 }, (_none, i) => `{"item":${i}${' '.repeat(200)}}`),
    long,
    '{}',
  ];
  for (const text of texts) answers.addJson(text);
  const chunks = answers.finish();
  expect(chunks.length).toBeGreaterThan(2);
  expect(Buffer.concat(chunks).toString()).toBe(texts.join(','));
});
