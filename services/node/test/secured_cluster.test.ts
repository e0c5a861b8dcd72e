/**
 * Tokens on several nodes, and roles that see a part of an index whose shards are spread over the
 * nodes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { at, DOCUMENTS, type Json } from './people_index.js';
import { SecuredCluster } from './secured_cluster.js';
import { SEEN_PART_REQUESTS, SHOWN } from './seen_part_requests.js';
import { eventually } from './test_cluster.js';

let cluster: SecuredCluster;
beforeAll(async () => {
  cluster = await SecuredCluster.start();
});
afterAll(() => cluster?.stop());

/** Sends a request to every node. */
async function everywhere(
  token: string,
  method: string,
  path: string,
  body?: object | string,
): Promise<Json> {
  const answers = [];
  for (const node of [0, 1, 2]) answers.push(await cluster.ask(node, token, method, path, body));
  const told = answers.map(({ status, json }) => comparable({ status, json }));
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
  return { ...answers[0]?.json, status: answers[0]?.status };
}

const PASSING = new Set(['took', 'node', '_scroll_id', 'pit_id', 'id', 'task']);

function comparable(answer: Json): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (PASSING.has(key) ? 0 : value)));
}

const idsOf = (json: Json) =>
  (at(json, 'hits.hits') as Json[]).map(({ _id }) => Number(_id)).sort((a, b) => a - b);
const RED = Array.from({ length: DOCUMENTS / 3 }, (_, i) => 3 * i);
const ALL = Array.from({ length: DOCUMENTS }, (_, i) => i);

describe('a role that sees a part', () => {
  let ada: string;
  beforeAll(async () => {
    ada = await cluster.person('ada');
  });

  it('finds the same part through every node, wherever the shards are', async () => {
    const found = await everywhere(ada, 'POST', '/people/_search', {
      size: 100,
      sort: ['n'],
      fields: ['*'],
    });
    expect(idsOf(found)).toEqual(RED);
    expect(at(found, 'hits.total.value')).toBe(RED.length);
    expect(JSON.stringify(found)).not.toMatch(/salary|secret/);
    expect(at(found, 'hits.hits.0._source')).toEqual({
      n: 0,
      team: 'red',
      name: 'person 0 of red',
      notes: [{ text: 'note 0' }],
    });
  });

  it('and other roles of the same person may see the rest', async () => {
    for (const name of ['grace', 'both']) {
      const found = await everywhere(await cluster.person(name), 'POST', '/people/_search', {
        size: 100,
      });
      expect(idsOf(found)).toEqual(ALL);
      expect(at(found, 'hits.hits.0._source.salary')).toBeGreaterThanOrEqual(1000);
    }
  });

  it.each(SEEN_PART_REQUESTS)('%s', async (_what, method, path, body, part, expected) => {
    expect(part(await everywhere(ada, method, path, body))).toEqual(expected);
  });

  it('pages of a scroll and searches of a point in time see the same part', async () => {
    const seen: number[] = [];
    let page = await cluster.ask(0, ada, 'POST', '/people/_search?scroll=1m', { size: 4 });
    for (let n = 1; (at(page.json, 'hits.hits') as Json[]).length > 0; n++) {
      seen.push(...idsOf(page.json));
      const scroll_id = at(page.json, '_scroll_id');
      page = await cluster.ask(n % 3, ada, 'POST', '/_search/scroll', { scroll: '1m', scroll_id });
    }
    expect(seen.sort((a, b) => a - b)).toEqual(RED);
    const opened = await cluster.ask(1, ada, 'POST', '/people/_search/point_in_time?keep_alive=1m');
    const pit = { id: at(opened.json, 'pit_id') };
    for (const node of [0, 1, 2]) {
      const { json } = await cluster.ask(node, ada, 'POST', '/_search', { size: 100, pit });
      expect(idsOf(json)).toEqual(RED);
    }
    const grace = await cluster.person('grace');
    expect((await cluster.ask(1, grace, 'POST', '/_search', { pit })).status).toBe(404);
  });

  it('writes whole documents, and reaches by query only what it sees', async () => {
    const update = await cluster.ask(0, ada, 'POST', `/people/_update/${SHOWN}`, {
      doc: { n: -1 },
    });
    expect([update.status, at(update.json, 'error.type')]).toEqual([403, 'security_exception']);
    const bulk = `{"update":{"_id":"${SHOWN}"}}\n{"doc":{"n":-1}}\n{"index":{"_id":"new"}}\n{"team":"blue"}\n`;
    const { json } = await cluster.ask(1, ada, 'POST', '/people/_bulk', bulk);
    expect(
      (at(json, 'items') as Json[]).map((item) => at(Object.values(item)[0], 'status')),
    ).toEqual([403, 201]);
    const byQuery = await cluster.ask(2, ada, 'POST', '/people/_update_by_query');
    expect([byQuery.status, at(byQuery.json, 'error.type')]).toEqual([403, 'security_exception']);
    const remote = { source: { index: 'people' }, dest: { index: 'open' } };
    const token = await cluster.forge({
      scope: 'indices:read:people indices:write:open indices:create:open indices:read:open',
      read_restrictions: [
        {
          scope: ['indices:read:people'],
          query: '{"term":{"team":"red"}}',
          fields: { except: ['salary'] },
        },
      ],
    });
    const copied = await cluster.ask(0, token, 'POST', '/_reindex?refresh=true', remote);
    expect([copied.status, at(copied.json, 'created')]).toEqual([200, RED.length]);
    const { json: copies } = await cluster.ask(0, token, 'POST', '/open/_search', { size: 100 });
    expect(JSON.stringify(copies)).not.toContain('salary');
    const deleted = await cluster.ask(1, ada, 'POST', '/people/_delete_by_query?refresh=true', {
      query: { match: { name: 'person' } },
    });
    expect(at(deleted.json, 'deleted')).toBe(RED.length);
    const left = await cluster.ask(2, cluster.everything, 'GET', '/people/_count');
    expect(at(left.json, 'count')).toBe(DOCUMENTS - RED.length + 1);
  });
});

describe('tokens over several nodes', () => {
  it('keys change under load, again and again, and nobody is refused', async () => {
    const client = await cluster.administer('POST', '/clients', {
      client_id: 'load',
      scope: 'indices:read:people',
    });
    const fields = {
      grant_type: 'client_credentials',
      client_id: 'load',
      client_secret: String(client.client_secret),
    };
    const statuses: number[] = [];
    const other = await cluster.forge({ scope: 'indices:read:people' });
    const one = async (node: number) => {
      const fresh = await cluster.token(fields);
      for (const token of [fresh, other]) {
        statuses.push((await cluster.ask(node, token, 'GET', '/people/_count')).status);
      }
    };
    const kids = new Set<string>();
    for (let round = 0; round < 5; round++) {
      if (round >= 1 && round <= 3)
        kids.add(String((await cluster.administer('POST', '/keys', { at_once: true })).kid));
      await Promise.all([0, 1, 2].map(one));
    }
    expect(kids.size).toBe(3);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses).toHaveLength(5 * 3 * 2);
  });

  it('a token that is revoked ends at every node, one by one and with its family', async () => {
    const single = await cluster.person('ada');
    const family = await cluster.person('grace');
    const kept = await cluster.person('both');
    const works = async (token: string) => {
      const answers = await Promise.all(
        [0, 1, 2].map((n) => cluster.ask(n, token, 'GET', '/people/_count')),
      );
      return answers.map(({ status }) => status);
    };
    for (const token of [single, family, kept]) expect(await works(token)).toEqual([200, 200, 200]);
    const body = new URLSearchParams({ token: single, client_id: 'portal' });
    await fetch(`${cluster.issuer}/revoke`, { method: 'POST', body });
    await cluster.administer('POST', '/tokens/revoke', { user: 'grace' });
    for (const token of [single, family]) {
      const ended = await eventually('the token has ended everywhere', async () => {
        const statuses = await works(token);
        return statuses.every((status) => status === 401) ? statuses : undefined;
      });
      expect(ended).toEqual([401, 401, 401]);
    }
    expect(await works(kept)).toEqual([200, 200, 200]);
    const { headers } = await cluster.ask(0, single, 'GET', '/people/_count');
    expect(headers.get('www-authenticate')).toContain('the token was revoked');
  });

  it('a bound token needs a proof with the nonce of the node that is asked', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const jkt = await calculateJwkThumbprint(jwk);
    const token = await cluster.forge({ scope: 'indices:read:people', cnf: { jkt } });
    const ath = createHash('sha256').update(token).digest('base64url');
    const tried = async (node: number, nonce: string | undefined) => {
      const htu = `${cluster.urlOf(node)}/people/_count`;
      const claims = { htm: 'GET', htu, ath, jti: randomUUID(), ...(nonce && { nonce }) };
      const dpop = await new SignJWT({ ...claims, iat: Math.floor(Date.now() / 1000) })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey);
      const answer = await fetch(htu, { headers: { authorization: `DPoP ${token}`, dpop } });
      await answer.arrayBuffer();
      return answer;
    };
    const refused = await tried(0, undefined);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"');
    const nonce = refused.headers.get('dpop-nonce') ?? '';
    expect((await tried(0, nonce)).status).toBe(200);
    const elsewhere = await tried(1, nonce);
    expect([elsewhere.status, elsewhere.headers.get('dpop-nonce') === nonce]).toEqual([401, false]);
  });
});
