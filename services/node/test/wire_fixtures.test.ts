/**
 * Messages of nodes of earlier versions, read by this one: every message is whole,
 * every call is known here, and requests and replies of searches and bulks are understood.
 * `scripts/wire_fixture.ts` records them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodePlain } from '@skein/bytes';
import { CallCodec } from '@skein/shard';
import {
  decodeFrame,
  decodeMessage,
  type Frame,
  KIND,
  openSealed,
  readHello,
  readRequestHead,
} from '@skein/transport';
import { NODE_ROUTES } from '../src/node_calls.js';

interface RecordedLink {
  readonly dialer: readonly string[];
  readonly listener: readonly string[];
}

/** A request of one end, with the reply of the other. */
interface Exchange {
  readonly call: string;
  readonly request: unknown;
  readonly reply: unknown;
}

const FIXTURES = join(import.meta.dirname, 'testdata');
const versions = readdirSync(FIXTURES).filter((name) => name.startsWith('version_'));

function linksOf(version: string): readonly RecordedLink[] {
  const packed = readFileSync(join(FIXTURES, version, 'wire.json.gz'));
  return JSON.parse(gunzipSync(packed).toString('utf8'));
}

const framesOf = (messages: readonly string[]): readonly Frame[] =>
  messages.map((text) => decodeFrame(new Uint8Array(Buffer.from(text, 'base64'))));

/** The names of the calls that an end makes, from its hello; none if it said no hello. */
function actionsOf(frames: readonly Frame[]): readonly string[] {
  const hello = frames.find(({ kind }) => kind === KIND.hello);
  return hello === undefined ? [] : readHello(openSealed(hello.payload).words).actions;
}

function exchanges(asking: readonly Frame[], answering: readonly Frame[]): readonly Exchange[] {
  const actions = actionsOf(asking);
  const replies = new Map(
    answering.filter(({ kind }) => kind === KIND.reply).map((one) => [one.requestId, one.payload]),
  );
  return asking.flatMap(({ kind, action, requestId, head, payload }) => {
    if (kind !== KIND.request && kind !== KIND.notice) return [];
    readRequestHead(head);
    const reply = replies.get(requestId);
    return [
      {
        call: actions[action] ?? `action ${action}`,
        request: decodeMessage(payload),
        reply: reply && decodeMessage(reply),
      },
    ];
  });
}

const allExchanges = (version: string): readonly Exchange[] =>
  linksOf(version).flatMap(({ dialer, listener }) => {
    const [from, to] = [framesOf(dialer), framesOf(listener)];
    return [...exchanges(from, to), ...exchanges(to, from)];
  });

test('there is a recording of each version', () => {
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) expect(linksOf(version).length).toBeGreaterThan(0);
});

test.each(versions)('%s: every call is known here, and all of its messages are read', (version) => {
  const found = allExchanges(version);
  const calls = [...new Set(found.map(({ call }) => call))].sort();
  expect(calls.filter((call) => !Object.hasOwn(NODE_ROUTES, call))).toEqual([]);
  const kinds = new Set(calls.map((call) => call.split('/')[0]));
  for (const kind of ['coordination', 'shard', 'replication']) expect(kinds).toContain(kind);
  expect(found.filter(({ request }) => typeof request !== 'object')).toEqual([]);
});

test.each(versions)('%s: searches and their replies are understood', (version) => {
  const codec = new CallCodec();
  const searches = allExchanges(version).filter(({ call }) => call === 'shard/search');
  expect(searches.length).toBeGreaterThan(0);
  for (const { request, reply } of searches) {
    const { kind, request: bytes } = request as { kind: string; request: Uint8Array };
    expect(typeof kind).toBe('string');
    expect(codec.readCall(bytes)).toEqual(expect.any(Object));
    if (reply === undefined) continue;
    expect(codec.readReply((reply as { reply: Uint8Array }).reply)).toEqual(expect.any(Object));
  }
});

test.each(versions)('%s: bulks and their results are understood', (version) => {
  const bulks = allExchanges(version).filter(({ call }) => call === 'shard/bulk');
  expect(bulks.length).toBeGreaterThan(0);
  for (const { request, reply } of bulks) {
    expect(decodePlain((request as { head: Uint8Array }).head)).toEqual(expect.any(Object));
    if (reply === undefined) continue;
    expect(decodePlain((reply as { packed: Uint8Array }).packed)).toEqual(expect.any(Object));
  }
});
