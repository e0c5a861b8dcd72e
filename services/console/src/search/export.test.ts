import type { JsonObject } from '../json/exact_json.js';
import type { Hit } from './documents.js';
import { csvLines, EXPORT_PAGE_SIZE, type ExportPage, exportAll, NDJSON_LINES } from './export.js';

const hit = (n: number): Hit => ({
  _index: 'a',
  _id: `i${n}`,
  _score: null,
  _source: { n, tags: ['x', 'y,z'], o: { long: 9007199254740993n } },
  sort: [n],
});

/** A server with `total` documents, which it returns in pages by `search_after`. */
function server(total: number) {
  const asked: JsonObject[] = [];
  const search = async (body: JsonObject): Promise<ExportPage> => {
    asked.push(body);
    const [from] = (body.search_after ?? [-1]) as readonly [number];
    const count = Math.min(EXPORT_PAGE_SIZE, total - from - 1);
    const hits = Array.from({ length: count }, (_, i) => hit(from + 1 + i));
    return { pit_id: `p${asked.length}`, hits: { hits } };
  };
  return { asked, search };
}

it('has every document once, and goes on with the newest id of the point in time', async () => {
  const { asked, search } = server(2_500);
  const counts: number[] = [];
  const texts = await exportAll(
    { body: { query: {} }, pit: 'p0', lines: NDJSON_LINES },
    { search, isCancelled: () => false, progress: (count) => counts.push(count) },
  );
  const ids = texts
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)._id);
  expect(new Set(ids).size).toBe(2_500);
  expect(ids).toHaveLength(2_500);
  expect(counts).toEqual([1_000, 2_000, 2_500]);
  expect(asked.map(({ pit }) => (pit as { id: string }).id)).toEqual(['p0', 'p1', 'p2']);
});

it('ends when a page is the last, and when it is cancelled', async () => {
  const full = server(1_000);
  const options = { body: {}, pit: 'p', lines: NDJSON_LINES };
  const ports = { isCancelled: () => false, progress: () => undefined };
  await exportAll(options, { ...ports, search: full.search });
  expect(full.asked).toHaveLength(2);
  const long = server(10_000);
  const isCancelled = () => long.asked.length === 2;
  await exportAll(options, { ...ports, search: long.search, isCancelled });
  expect(long.asked).toHaveLength(2);
});

it('writes columns, with numbers as they are', () => {
  const lines = csvLines(['_id', 'tags', 'o.long', 'none']);
  expect(lines.head + lines.of(hit(1))).toBe(
    '_id,tags,o.long,none\r\ni1,"x; y,z",9007199254740993,\r\n',
  );
});
