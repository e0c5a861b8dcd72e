/** Documents of a request through stored pipelines. */
import type { JsonObject } from '@skein/content';
import type { IngestReply, IngestRequest, PipelineList } from './calls.js';
import { testThread } from './testing/test_thread.js';

interface Given {
  readonly body: string;
  readonly pipelines: readonly string[];
  readonly endsFinal?: boolean;
  readonly id?: string;
  readonly conditions?: object;
  readonly update?: { readonly docAsUpsert: boolean };
}

const PIPELINES: Readonly<Record<string, JsonObject>> = {
  mark: { processors: [{ set: { field: 'by', value: 'mark' } }] },
  drop: { processors: [{ drop: {} }] },
  fail: { processors: [{ fail: { message: 'no {{a}}' } }] },
  move: { processors: [{ set: { field: '_index', value: 'other' } }] },
  meta: {
    processors: [
      { set: { field: '_id', value: 'made' } },
      { set: { field: '_routing', value: 'r' } },
      { set: { field: '_version', value: 7 } },
      { set: { field: '_version_type', value: 'external' } },
    ],
  },
  half: { processors: [{ set: { field: '_version', value: 2.5 } }] },
  text: { processors: [{ set: { field: '_version', value: '2' } }] },
  later: { processors: [{ set: { field: '_version_type', value: 'later' } }] },
  reroute: { processors: [{ reroute: { destination: 'logs-a-b' } }, { fail: { message: 'x' } }] },
  outer: { processors: [{ pipeline: { name: 'reroute' } }, { fail: { message: 'x' } }] },
  ...Object.fromEntries(
    Array.from({ length: 101 }, (_, i) => [
      `chain${i}`,
      { processors: i === 100 ? [] : [{ pipeline: { name: `chain${i + 1}` } }] },
    ]),
  ),
  gone: { processors: [{ user_agent: { field: 'a', regex_file: 'gone.yml' } }] },
  cycle: { processors: [{ pipeline: { name: 'cycle' } }] },
  see: { processors: [{ script: 'ctx.seen = [ctx._version, ctx._version_type, ctx._id]' }] },
};

function run(
  documents: readonly Given[],
  thread = testThread(),
  pipelines = PIPELINES,
): { reply: IngestReply; bodies: string[] } {
  thread.answers.change_pipelines(new Map(Object.entries(pipelines)));
  const encoded = documents.map(({ body }) => new TextEncoder().encode(body));
  const bodies = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
  const ranges = new Uint32Array(2 * documents.length);
  let end = 0;
  encoded.forEach((bytes, i) => {
    bodies.set(bytes, end);
    ranges.set([end, bytes.length], 2 * i);
    end += bytes.length;
  });
  const lists = documents.map(
    ({ pipelines, endsFinal = false }): PipelineList => ({ ids: pipelines, endsFinal }),
  );
  const present = <T>(pick: (given: Given) => T | undefined) =>
    new Map(documents.flatMap((given, i) => (pick(given) ? [[i, pick(given) as T] as const] : [])));
  const request: IngestRequest = {
    lists,
    listOf: Uint32Array.from(lists.keys()),
    names: ['logs'],
    nameOf: new Uint32Array(documents.length),
    creates: new Uint8Array(documents.length),
    ids: documents.map(({ id = '' }) => id),
    bodies,
    ranges,
    conditions: present(({ conditions }) => conditions),
    updates: present(({ update }) => update),
  };
  const reply = thread.answers.ingest(request);
  const made = documents.map((_given, i) => {
    const start = reply.ranges[2 * i] ?? 0;
    return new TextDecoder().decode(
      reply.bodies.subarray(start, start + (reply.ranges[2 * i + 1] ?? 0)),
    );
  });
  return { reply, bodies: made };
}

test('each document goes its own way', () => {
  const { reply, bodies } = run([
    { body: '{"a":1.0}', pipelines: ['mark'] },
    { body: '{"a":1}', pipelines: ['drop'] },
    { body: '{"a":1}', pipelines: ['fail'] },
    { body: '{"a":"é"}', pipelines: ['mark', 'fail'] },
    { body: '[1]', pipelines: ['mark'] },
    { body: '{"a":2}', pipelines: ['nope'] },
    { body: '{"a":3}', pipelines: ['mark'] },
  ]);
  expect(bodies).toEqual(['{"a":1.0,"by":"mark"}', '', '', '', '', '', '{"a":3,"by":"mark"}']);
  expect([...reply.dropped]).toEqual([1]);
  expect([...reply.failed].map(([i, { type, reason }]) => [i, type, reason])).toEqual([
    [2, 'fail_processor_exception', 'no 1'],
    [3, 'fail_processor_exception', 'no é'],
    [4, 'parse_exception', 'Failed to parse content to map'],
    [5, 'illegal_argument_exception', 'pipeline with id [nope] does not exist'],
  ]);
  expect(reply.changed.size).toBe(0);
});

test('a changed pipeline replaces the one before, with numbers beyond those of doubles too', () => {
  const thread = testThread();
  const bodyWith = (value: bigint) => {
    const setting = { processors: [{ set: { field: 'n', value } }] };
    return run([{ body: '{}', pipelines: ['number'] }], thread, { number: setting }).bodies;
  };
  expect(bodyWith(2n ** 63n)).toEqual(['{"n":9223372036854775808}']);
  expect(bodyWith(2n ** 63n + 1n)).toEqual(['{"n":9223372036854775809}']);
});

test('a pipeline that can no longer be read fails each document, and tells why', () => {
  const { reply } = run([{ body: '{"a":1}', pipelines: ['mark', 'gone'] }]);
  expect(reply.failed.get(0)).toMatchObject({
    type: 'illegal_state_exception',
    reason: expect.stringMatching(
      /^pipeline with id \[gone\] could not be loaded, caused by \[.*gone\.yml/,
    ),
  });
});

test('no more than a hundred pipelines call each other', () => {
  const { reply, bodies } = run([
    { body: '{"a":1}', pipelines: ['chain0'] },
    { body: '{"a":1}', pipelines: ['chain1'] },
  ]);
  expect(reply.failed.get(0)?.reason).toBe('more than [100] pipelines call each other');
  expect(bodies[1]).toBe('{"a":1}');
});

test('metadata that a pipeline changes is told, and which pipelines are left', () => {
  const { reply } = run([
    { body: '{}', pipelines: ['move', 'mark'], endsFinal: true, id: '1' },
    { body: '{}', pipelines: ['mark', 'move'], endsFinal: true },
    { body: '{}', pipelines: ['meta'] },
    { body: '{}', pipelines: ['outer', 'fail'], id: '2', conditions: { routing: 'q' } },
    { body: '{}', pipelines: ['cycle'] },
  ]);
  expect(reply.changed.get(0)).toMatchObject({ index: 'other', id: '1', next: 'final' });
  expect(reply.failed.get(1)).toMatchObject({
    type: 'illegal_state_exception',
    reason: "final pipeline [move] can't change the target index",
  });
  expect(reply.changed.get(2)).toEqual({
    index: 'logs',
    id: 'made',
    routing: 'r',
    version: 7,
    versionType: 'external',
    ifSeqNo: undefined,
    ifPrimaryTerm: undefined,
    next: 'none',
  });
  expect(reply.changed.get(3)).toMatchObject({ index: 'logs-a-b', routing: 'q', next: 'all' });
  expect(reply.failed.get(4)?.reason).toBe('Cycle detected for pipeline: cycle');
});

test('a type of versions that there is not fails the document', () => {
  const { reply } = run([{ body: '{}', pipelines: ['later'] }]);
  expect(reply.failed.get(0)).toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'No version type match [later]',
  });
});

test('the version of a document is any number, without its fraction', () => {
  const { reply } = run([
    { body: '{}', pipelines: ['half'] },
    { body: '{}', pipelines: ['text'] },
  ]);
  expect(reply.changed.get(0)).toMatchObject({ version: 2 });
  expect(reply.failed.get(1)).toMatchObject({ type: 'class_cast_exception' });
});

test('scripts see the metadata as OpenSearch shows it', () => {
  const { bodies } = run([
    { body: '{}', pipelines: ['see'] },
    {
      body: '{}',
      pipelines: ['see'],
      id: 'x',
      conditions: { version: 5, versionType: 'external' },
    },
  ]);
  expect(bodies).toEqual(['{"seen":[-3,"internal",null]}', '{"seen":[5,"external","x"]}']);
});

test('of an update the document it makes goes through the pipeline', () => {
  const update = { docAsUpsert: false };
  const { bodies, reply } = run([
    { body: '{"doc":{"a":1}, "upsert":{"b":2}}', pipelines: ['mark'], update },
    { body: '{"doc":{"a":1},"doc_as_upsert":true}', pipelines: ['mark'], update },
    { body: '{"doc":{"a":1}}', pipelines: ['mark'], update: { docAsUpsert: true } },
    { body: '{ "doc":{"a":1} }', pipelines: ['fail'], update },
    { body: '{"upsert":{}}', pipelines: ['move'], update },
  ]);
  expect(bodies).toEqual([
    '{"doc":{"a":1}, "upsert":{"b":2,"by":"mark"}}',
    '{"doc":{"a":1,"by":"mark"},"doc_as_upsert":true}',
    '{"doc":{"a":1,"by":"mark"}}',
    '{ "doc":{"a":1} }',
    '{"upsert":{}}',
  ]);
  expect(reply.changed.size).toBe(0);
});

test('documents and failures are counted by pipeline and by processor, and taken with the answer', () => {
  const { reply } = run([
    { body: '{}', pipelines: ['mark', 'mark'] },
    { body: '{}', pipelines: ['fail'] },
  ]);
  expect(reply.counts.total.slice(0, 2)).toEqual([3, 1]);
  expect([...reply.counts.pipelines]).toEqual([
    ['mark', [2, 0, 0, 2, 0, 0]],
    ['fail', [1, 1, 0, 1, 1, 0]],
  ]);
});

test('pipelines are read before documents are timed, with those that they call', () => {
  let isTimed = false;
  const readTimed: boolean[] = [];
  const thread = testThread({
    stopwatch: {
      run: (_limitMs, work) => {
        isTimed = true;
        work();
        isTimed = false;
        return true;
      },
      isWaiting: () => false,
    },
    ports: {
      configFile: (path) => {
        readTimed.push(isTimed);
        return new TextEncoder().encode(`user_agent_parsers:\n  - regex: '(${path.length})'\n`);
      },
    },
  });
  const agents = (file: string) => ({ user_agent: { field: 'a', regex_file: file } });
  thread.answers.change_pipelines(
    new Map<string, JsonObject>([
      ['outer', { processors: [agents('a.yml'), { pipeline: { name: 'inner', if: 'true' } }] }],
      ['inner', { processors: [{ drop: { on_failure: [{ pipeline: { name: 'last' } }] } }] }],
      ['last', { processors: [agents('bb.yml'), { pipeline: { name: 'outer' } }] }],
    ]),
  );
  const body = new TextEncoder().encode('{"a":"x"}');
  thread.answers.ingest({
    lists: [{ ids: ['outer'], endsFinal: false }],
    listOf: new Uint32Array(1),
    names: ['logs'],
    nameOf: new Uint32Array(1),
    creates: new Uint8Array(1),
    ids: [''],
    bodies: body,
    ranges: Uint32Array.of(0, body.length),
    conditions: new Map(),
    updates: new Map(),
  });
  expect(readTimed).toEqual([false, false]);
});
