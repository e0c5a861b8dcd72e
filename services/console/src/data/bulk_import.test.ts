import {
  BULK_DOCUMENTS,
  type BulkAnswer,
  type ImportProgress,
  importDocuments,
} from './bulk_import.js';

const documents = (count: number, text = 'x') =>
  Array.from({ length: count }, (_, n) => ({ line: n + 2, source: { n: String(n), text } }));

function server(isRefused: (n: number) => boolean = () => false) {
  const bulks: string[] = [];
  const bulk = async (lines: string): Promise<BulkAnswer> => {
    bulks.push(lines);
    const sources = lines
      .trim()
      .split('\n')
      .filter((_, i) => i % 2 === 1);
    const items = sources.map((source) => {
      const error = { reason: 'failed to parse', caused_by: { reason: 'no number' } };
      const { n } = JSON.parse(source) as { readonly n: number };
      return { create: isRefused(n) ? { status: 400, error } : { status: 201 } };
    });
    return { items };
  };
  return { bulks, bulk };
}

const TYPES = new Map([['n', 'long' as const]]);

it('sends all, and says which lines were refused and why', async () => {
  const { bulks, bulk } = server((n) => n % 1_000 === 5);
  const seen: ImportProgress[] = [];
  const done = await importDocuments(documents(2_500), TYPES, {
    bulk,
    isCancelled: () => false,
    progress: (progress) => seen.push(progress),
  });
  expect(done).toEqual({
    sent: 2_500,
    indexed: 2_497,
    refused: [7, 1_007, 2_007].map((line) => ({ line, reason: 'failed to parse: no number' })),
    refusedCount: 3,
  });
  expect(seen.map(({ sent }) => sent)).toEqual([1_000, 2_000, 2_500]);
  expect(bulks[0]?.split('\n').slice(0, 2)).toEqual(['{"create":{}}', '{"n":0,"text":"x"}']);
});

it('keeps bulks small, and sends what is larger alone', async () => {
  const { bulks, bulk } = server();
  const ports = { bulk, isCancelled: () => false, progress: () => undefined };
  await importDocuments(documents(4, 'x'.repeat(3_000_000)), TYPES, ports);
  expect(bulks).toHaveLength(4);
});

it('ends when it is cancelled', async () => {
  const { bulks, bulk } = server();
  const isCancelled = () => bulks.length === 2;
  const ports = { bulk, isCancelled, progress: () => undefined };
  const { sent } = await importDocuments(documents(10_000), TYPES, ports);
  expect(sent).toBe(2 * BULK_DOCUMENTS);
});

it('counts the refused lines that it no longer keeps', async () => {
  const documents = Array.from({ length: 2_500 }, (_none, i) => ({ line: i + 1, source: {} }));
  const progress = await importDocuments(documents, new Map(), {
    isCancelled: () => false,
    progress: () => undefined,
    bulk: async (lines) => ({
      items: Array.from({ length: lines.split('\n').length >> 1 }, () => ({
        create: { status: 400, error: { reason: 'no' } },
      })),
    }),
  });
  expect(progress).toMatchObject({ sent: 2_500, indexed: 0, refusedCount: 2_500 });
  expect(progress.refused).toHaveLength(1_000);
});
