/** Calls and replies survive encoding, and are not written where they do not fit. */
import {
  emptyRequest,
  parseQuery,
  planOf,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import { CallCodec, packCall, unpackCall } from './call_codec.js';

const body = new TextEncoder().encode('{"size":1}');
const unread = { body, isYaml: false, url: {}, totalHitsAsInt: false };
const FILTER = parseQuery({ term: { a: 1 } });
const PLAN = planOf({ ...emptyRequest(), query: FILTER, size: 3 });
const CALL: ShardSearchCall = {
  search: unread,
  aliasFilter: undefined,
  nowMs: 1.7e12,
  fetch: true,
  render: { startMs: 12.5, totalHitsAsInt: false },
};

const ASKED = { opaqueId: 'x', searchType: 'query_then_fetch', totalShards: 1 } as const;

test.each<[string, ShardSearchCall]>([
  ['as it came', CALL],
  ['without a body', { ...CALL, search: { ...unread, body: new Uint8Array(0) } }],
  ['in YAML', { ...CALL, search: { ...unread, isYaml: true } }],
  ['with parameters', { ...CALL, search: { ...unread, url: { q: 'ä"', sort: ['a'], size: 3 } } }],
  ['with a plain total', { ...CALL, search: { ...unread, totalHitsAsInt: true } }],
  ['that shows a plain total', { ...CALL, render: { startMs: -0.25, totalHitsAsInt: true } }],
  ['that shows nothing', { ...CALL, fetch: false, render: undefined }],
  ['through an alias', { ...CALL, aliasFilter: FILTER }],
  ['for slow logs', { ...CALL, asked: ASKED }],
  ['for somebody', { ...CALL, visibility: { queries: ['{}'], fields: undefined } }],
  ['that was read', { ...CALL, search: PLAN }],
  ['that was read, for a phase', { ...CALL, search: PLAN, fetch: false, render: undefined }],
])('a search %s', (_, call) => {
  const codec = new CallCodec();
  for (let time = 0; time < 2; time++) {
    expect(codec.readCall(codec.call(call).slice())).toEqual(call);
  }
  expect(codec.call(call, 10)).toBeUndefined();
  expect(unpackCall(structuredClone(packCall(call)))).toEqual(call);
});

test('parameters that come again are the same object', () => {
  const codec = new CallCodec();
  const call = { ...CALL, search: { ...unread, url: { size: 3 } } };
  const [one, other] = [0, 1].map(() => codec.readCall(codec.call(call).slice()) as typeof call);
  expect(one?.search.url).toBe(other?.search.url);
});

test('parameters are kept for 64 sets of at most a kilobyte', () => {
  const codec = new CallCodec();
  const urlOf = (q: string) => {
    const call = { ...CALL, search: { ...unread, url: { q } } };
    return (codec.readCall(codec.call(call).slice()) as typeof call).search.url;
  };
  const first = urlOf('0');
  for (let at = 1; at < 64; at++) urlOf(`${at}`);
  expect(urlOf('0')).toBe(first);
  urlOf('64');
  expect(urlOf('0')).not.toBe(first);
  const frame = '{"q":""}'.length;
  const [fits, isTooLong] = [1024, 1025].map((length) => 'x'.repeat(length - frame));
  expect(urlOf(fits ?? '')).toBe(urlOf(fits ?? ''));
  expect(urlOf(isTooLong ?? '')).not.toBe(urlOf(isTooLong ?? ''));
});

test('a call or reply may be as long as is allowed, and no longer', () => {
  const codec = new CallCodec();
  const [read, rendered] = [
    { ...CALL, search: PLAN },
    { ...ANSWER, total: undefined },
  ];
  const planLength = codec.call(read).length;
  expect(codec.call(read, planLength)?.length).toBe(planLength);
  expect(codec.call(read, planLength - 1)).toBeUndefined();
  const room = 64 + body.length;
  expect(codec.reply(rendered, room)).toBeDefined();
  expect(codec.reply(rendered, room - 1)).toBeUndefined();
  const withUrl = 64 + '{}'.length + body.length;
  expect(codec.call(CALL, withUrl)).toBeDefined();
  expect(codec.call(CALL, withUrl - 1)).toBeUndefined();
  const seen = { ...CALL, visibility: { queries: ['x'.repeat(500)], fields: undefined } };
  const seenLength = codec.call(seen).length;
  expect(codec.call(seen, seenLength)?.length).toBe(seenLength);
  expect(codec.call(seen, seenLength - 1)).toBeUndefined();
});

test('the memory of a call is used for the next one, unless it is more than a megabyte', () => {
  const codec = new CallCodec();
  const small = codec.call(CALL).buffer;
  expect(codec.call(CALL).buffer).toBe(small);
  const large = { ...unread, body: new Uint8Array(1024 * 1024) };
  expect(codec.call({ ...CALL, search: large }).buffer.byteLength).toBeGreaterThan(1024 * 1024);
  expect(codec.call(CALL).buffer.byteLength).toBeLessThan(1024);
});

const RESULT = {
  snapshotVersion: 1,
  total: undefined,
  maxScore: Number.NaN,
  hits: [{ doc: 1, score: 2, sort: [2n ** 60n] }],
  timedOut: false,
  terminatedEarly: undefined,
  sortFormats: [],
  aggregations: [Float64Array.of(1, 2)],
  tookMs: 3,
};
const ANSWER = {
  kind: 'rendered',
  bytes: body,
  suggests: true,
  queryMs: 1,
  fetchMs: 2,
  kept: true,
} as const;

test.each<[string, ShardSearchReply]>([
  ['counted', { ...ANSWER, total: { value: 5, relation: 'eq' } }],
  ['counted in part', { ...ANSWER, total: { value: 5, relation: 'gte' } }],
  ['of nothing that was counted', { ...ANSWER, total: { value: 0, relation: 'gte' } }],
  ['not counted', { ...ANSWER, kept: false, total: undefined }],
  ['found', { kind: 'found', kept: false, result: RESULT, fetched: undefined }],
  ['planned', { kind: 'planned', plan: PLAN }],
])('a reply: %s', (_, reply) => {
  const codec = new CallCodec();
  const back = codec.readReply(codec.reply(reply).slice());
  expect(back).toEqual(reply);
  expect(codec.reply(reply, 10)).toBeUndefined();
});

test('a plan that another release has made does not come back', () => {
  const codec = new CallCodec();
  const reply = { kind: 'planned', plan: { ...PLAN, version: 1 } } as const;
  expect(codec.readReply(codec.reply(reply).slice())).toEqual({ kind: 'planned', plan: undefined });
});

test('other calls', () => {
  const codec = new CallCodec();
  const call = { plan: PLAN, aliasFilter: FILTER, nowMs: 5, snapshotVersion: 3, hits: RESULT.hits };
  expect(codec.readCall(codec.call(call).slice())).toEqual(call);
  const query = { query: FILTER, nowMs: 5 };
  expect(codec.readCall(codec.call(query).slice())).toEqual(query);
  const fetched = { bytes: body, ends: [3, 10], profile: undefined };
  expect(codec.readReply(codec.reply(fetched).slice())).toEqual(fetched);
});
