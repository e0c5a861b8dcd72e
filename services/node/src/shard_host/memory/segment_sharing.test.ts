/** Both ends in one thread: the helper works when it gets the request. */
import type { HelpedPart, ShardSearchCall } from '@skein/search';
import type { ShareRequest } from '../threads/thread_calls.js';
import { SegmentClaims } from './segment_claims.js';
import { helpWithSegments, shareSegments } from './segment_sharing.js';

const body = new TextEncoder().encode('{}');
const call = {
  search: { body, isYaml: false, url: {}, totalHitsAsInt: false },
  aliasFilter: undefined,
  nowMs: 0,
  fetch: true,
  render: undefined,
} as unknown as ShardSearchCall;
const never = () => undefined;

/** `helpers`: what each helper does with its claimed segments, in total one. */
function share(segments: number, helpers: readonly (() => HelpedPart)[]) {
  let told: ShareRequest | undefined;
  const tell = (request: ShareRequest) => {
    told = request;
    request.replies.forEach((reply, i) => {
      const claims = new SegmentClaims(request.claims, i + 2);
      helpWithSegments(reply, claims, helpers[i] as () => HelpedPart);
    });
  };
  const shared = shareSegments(call, segments, { own: 1, helpers: helpers.length, tell });
  return { shared, told: told as unknown as ShareRequest };
}

test('the parts of those that helped come back', () => {
  const part = { parts: [{ count: Uint32Array.of(7) }], timedOut: false };
  const { shared } = share(3, [() => part]);
  expect([0, 1, 2].map(shared.takes)).toEqual([false, true, true]);
  expect(shared.join(never)).toEqual([part]);
  shared.end();
});

test('no more are asked than there are segments beside one, and who had nothing to do says nothing', () => {
  const idle = () => {
    throw new Error('there is nothing to do');
  };
  const { shared, told } = share(1, [idle, idle]);
  expect(told.replies).toHaveLength(0);
  expect(shared.takes(0)).toBe(true);
  expect(shared.join(never)).toEqual([]);
  shared.end();
});

test('what goes wrong with one that helps goes wrong with the search', () => {
  const { shared } = share(2, [
    () => {
      throw new RangeError('no room');
    },
  ]);
  expect(() => shared.join(never)).toThrow('no room');
  shared.end();
});

test('bytes that nobody has read go along as a copy: where they lie the next call will', () => {
  const { shared, told } = share(2, [() => ({ parts: [], timedOut: false })]);
  const { search } = told.call;
  expect('body' in search && search.body).toEqual(body);
  expect('body' in search && search.body.buffer).not.toBe(body.buffer);
  shared.end();
});
