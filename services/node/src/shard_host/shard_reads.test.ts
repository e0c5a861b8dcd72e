import type { ReaderSnapshot } from '@skein/search_library';
import type { GetRequest, GetResult, PublishedDocuments } from '@skein/shard';
import { ShardReads } from './shard_reads.js';

const snapshot = (version: number): ReaderSnapshot => ({ version, segments: [] });
const result = (id: string, found: boolean) => ({ id, found }) as GetResult;

/** Records who answered each get. */
function setUp(answer: (id: string) => GetResult | undefined = (id) => result(id, true)) {
  const asked: string[] = [];
  const published = {
    publish: () => {},
    get: ({ id }: GetRequest) => {
      asked.push(`published ${id}`);
      return answer(id);
    },
  } as unknown as PublishedDocuments;
  const reads = new ShardReads({
    published,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    isAlone: () => true,
    askEngine: async ({ id }) => {
      asked.push(`engine ${id}`);
      return result(id, true);
    },
  });
  const get = (id: string, more: Partial<GetRequest> = {}) =>
    reads.get({ id, realtime: true, refresh: false, storedFields: [], ...more } as GetRequest);
  return { reads, asked, get };
}

test('a real-time get goes to the engine from the moment a write is sent until all of it is published', async () => {
  const { reads, asked, get } = setUp();
  reads.publish(snapshot(1), 4);
  get('before');
  let answer: (reply: { maxSeqNo: number }) => void = () => {};
  const write = reads.write(new Promise<{ maxSeqNo: number }>((resolve) => (answer = resolve)));
  get('under way');
  reads.publish(snapshot(2), 5);
  get('still under way');
  answer({ maxSeqNo: 6 });
  await write;
  get('not published');
  reads.publish(snapshot(3), 6);
  get('after');
  expect(asked).toEqual([
    'published before',
    'engine under way',
    'engine still under way',
    'engine not published',
    'published after',
  ]);
});

test('a write that was published before it was answered keeps nobody from reading', async () => {
  const { reads, asked, get } = setUp();
  const write = reads.write(Promise.resolve({ maxSeqNo: 0 }));
  reads.publish(snapshot(1), 0);
  await write;
  get('x');
  expect(asked).toEqual(['published x']);
});

test('a write that fails is under way no more', async () => {
  const { reads, asked, get } = setUp();
  await expect(reads.write(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  get('x');
  expect(asked).toEqual(['published x']);
});

test('a get that is not real-time is content with what is published, one that refreshes is not', () => {
  const { reads, asked, get } = setUp();
  void reads.write(new Promise<{ maxSeqNo: number }>(() => {}));
  get('old', { realtime: false });
  get('new', { refresh: true });
  expect(asked).toEqual(['published old', 'engine new']);
});

test('gets answered without the engine are counted here, the others there', () => {
  const { reads, asked, get } = setUp((id) =>
    id === 'large' ? undefined : result(id, id === 'a'),
  );
  get('a');
  get('b');
  get('large');
  expect(asked).toEqual(['published a', 'published b', 'published large', 'engine large']);
  expect(reads.counts).toMatchObject({ exists: 1, missing: 1 });
});
