/**
 * Tokens revoked by an issuer end at the node with the next poll; an unreachable issuer changes
 * nothing.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog, type Timers } from '@skein/base';
import { RevokedTokens } from '@skein/oauth';
import { RevocationFeed } from './revocation_feed.js';

const PAGE = 3;

/** An issuer that lists its revocations in pages. */
class TestIssuer {
  readonly revoked: string[] = [];
  readonly asked: (string | null)[] = [];
  isAway = false;
  token = 't1';
  tokenPath = '/token';
  tokens = 0;
  #server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      let body = '';
      for await (const chunk of request) body += chunk;
      const answer = this.#answer(pathname, searchParams, request.headers.authorization, body);
      response.statusCode = typeof answer === 'number' ? answer : 200;
      response.setHeader('connection', 'close').end(JSON.stringify(answer));
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this.url;
  }

  url = '';

  stop(): void {
    this.#server?.close();
  }

  #answer(path: string, query: URLSearchParams, authorization: string | undefined, body: string) {
    if (this.isAway) return 503;
    if (path === '/.well-known/oauth-authorization-server') {
      return { issuer: this.url, token_endpoint: this.url + this.tokenPath };
    }
    if (path === this.tokenPath) {
      const form = new URLSearchParams(body);
      if (authorization !== `Basic ${btoa('node:s%2Fcret')}`) return 401;
      if (form.get('resource') !== this.url || form.get('scope') !== 'security:read') return 400;
      this.tokens++;
      return { access_token: this.token };
    }
    if (path !== '/revocations') return 404;
    if (authorization !== `Bearer ${this.token}`) return 401;
    const after = query.get('after');
    this.asked.push(after);
    const start = Number(after ?? 0);
    const tokens = this.revoked.slice(start, start + PAGE);
    const families = tokens.filter((id) => id.startsWith('f'));
    return { tokens, families, next: String(start + tokens.length) };
  }
}

let issuer: TestIssuer;
let feed: RevocationFeed;
let revoked: RevokedTokens;
let news: number;
let rounds: (() => void)[];
let waiting: (() => void)[];

beforeEach(async () => {
  issuer = new TestIssuer();
  const source = {
    issuer: await issuer.start(),
    clientId: 'node',
    clientSecret: 's/cret',
    intervalMs: 5000,
    ca: undefined,
  };
  [revoked, news, rounds, waiting] = [new RevokedTokens(), 0, [], []];
  const timers: Timers = {
    after: (delayMs, callback) => {
      expect(delayMs).toBe(5000);
      rounds.push(callback);
      waiting.splice(0).forEach((resume) => {
        resume();
      });
      return { cancel: () => undefined };
    },
  };
  const onRevoked = () => {
    news++;
  };
  feed = new RevocationFeed({ source, revoked, onRevoked, timers, log: silentLog });
});
afterEach(() => {
  feed.stop();
  issuer.stop();
});

/** One poll, from its start until the next is due. */
function round(): Promise<void> {
  const done = new Promise<void>((resume) => waiting.push(resume));
  const next = rounds.shift();
  if (next) next();
  else feed.start();
  return done;
}

const has = (tokenId: string, familyId?: string) =>
  revoked.has({ tokenId, ...(familyId === undefined ? {} : { familyId }) });

it('catches up page by page, then asks for what is new', async () => {
  issuer.revoked.push('a', 'b', 'f1', 'c');
  await round();
  expect(['a', 'b', 'c', 'd'].map((id) => has(id))).toEqual([true, true, true, false]);
  expect([has('x', 'f1'), has('x', 'f2'), has('x')]).toEqual([true, false, false]);
  expect(issuer.asked).toEqual([null, '3', '4']);
  expect(news).toBe(2);
  issuer.revoked.push('d');
  await round();
  expect(has('d')).toBe(true);
  expect(issuer.asked.slice(3)).toEqual(['4', '5']);
  expect(issuer.tokens).toBe(1);
});

it('keeps what it knows while the issuer is away, and learns the rest when it is back', async () => {
  issuer.revoked.push('a');
  await round();
  issuer.isAway = true;
  issuer.revoked.push('b');
  await round();
  expect([has('a'), has('b')]).toEqual([true, false]);
  issuer.isAway = false;
  await round();
  expect([has('a'), has('b')]).toEqual([true, true]);
});

it('gets a new token when its own is not taken any more', async () => {
  await round();
  issuer.token = 't2';
  issuer.revoked.push('a');
  await round();
  expect([has('a'), issuer.tokens]).toEqual([true, 2]);
});

it('finds the place for tokens again when the issuer has moved it', async () => {
  await round();
  [issuer.token, issuer.tokenPath] = ['t2', '/new/token'];
  issuer.revoked.push('a');
  await round();
  expect([has('a'), issuer.tokens]).toEqual([true, 2]);
});
