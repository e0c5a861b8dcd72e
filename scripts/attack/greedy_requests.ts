/**
 * Sends single requests that need unbounded resources: automata with millions of states, texts of
 * millions of clauses, trees without end. Each is answered soon or given up when its client leaves;
 * no answer is an internal error of the node, and other requests are served meanwhile.
 */
import type { Dice } from '../differential/dice.ts';
import { type Attack, Hole, mustHold } from './attack.ts';

/** The limit for a refusal, which takes far less even on a busy machine. */
const REFUSED_MS = 60_000;
/** Milliseconds after which a client that leaves closes its connection. */
const LEAVES_MS = 300;

const repeat = (text: string, times: number): string => text.repeat(times);
const query = (asked: unknown): string => JSON.stringify({ query: asked });
const script = (source: string): string => query({ script: { script: { source } } });

/** Makes texts of very many parts, by the number of parts. */
const LONG: readonly ((times: number) => string)[] = [
  (n) => query({ query_string: { query: `${repeat('a OR ', n)}b`, fields: ['t'] } }),
  (n) => query({ query_string: { query: `${repeat('(', n)}a${repeat(')', n)}`, fields: ['t'] } }),
  (n) => query({ query_string: { query: repeat(`(${repeat('a^1 ', 1000)})`, n / 1000) } }),
  (n) => query({ simple_query_string: { query: `${repeat('a | ', n)}b`, fields: ['t'] } }),
  (n) => query({ simple_query_string: { query: `${repeat('(', n)}a`, fields: ['t'] } }),
  (n) => query({ match: { t: repeat('a ', n) } }),
  (n) => query({ match_phrase: { t: { query: repeat('a b ', n / 10), slop: 2_147_483_647 } } }),
  (n) => query({ wildcard: { k: repeat('*a?', n / 10) } }),
  (n) => query({ wrapper: { query: btoa(`${repeat('{"bool":{"must":', n / 10)}1`) } }),
  (n) => `{"query":${repeat('{"bool":{"must":', n)}1`,
  (n) => script(`return ${repeat('1+', Math.min(n, 32_000))}1 > 0`),
  (n) => script(`return ${repeat('(', n / 10)}1`),
  (n) => JSON.stringify({ _source: Array.from({ length: n / 10 }, (_, i) => `*${i}*`) }),
  (n) => JSON.stringify({ sort: Array.from({ length: n / 100 }, () => 'n') }),
];

/**
 * Makes regular expressions whose automata have millions of states, by the limit of states in the
 * request.
 */
const AUTOMATA: readonly ((states: number) => string)[] = [
  '(.*a.{20})&(.*b.{18})',
  '~(.*a.{25})',
  '(a{900}){900}',
  `<1-${repeat('9', 900)}>`,
  '.*(a|b).{30}',
  `${repeat('(a?', 200)}${repeat(')', 200)}`,
].map(
  (value) => (states: number) =>
    query({ regexp: { k: { value, flags: 'ALL', max_determinized_states: states } } }),
);

export const greedyRequests: Attack = {
  name: 'greedy_requests',
  claim: 'a request that wants all of a node is refused or given up, and the node serves others',
  round: async (ground, dice) => {
    const { url } = await ground.node();
    const mappings = {
      properties: { k: { type: 'keyword' }, t: { type: 'text' }, n: { type: 'long' } },
    };
    await send(`${url}/greedy`, JSON.stringify({ mappings }), { method: 'PUT' });
    await send(`${url}/greedy/_doc/1?refresh=true`, '{"k":"ab","t":"a b","n":1}', {
      method: 'PUT',
    });
    const body = greedy(dice);
    const leaves = dice.chance(30);
    const signal = AbortSignal.timeout(leaves ? LEAVES_MS : REFUSED_MS);
    const asked = send(`${url}/greedy/_search`, body, { method: 'POST', signal });
    const other = await send(`${url}/greedy/_count`, '{}', { method: 'POST' });
    mustHold(other === 200, () => `${told(body)}: others are answered ${other}`);
    const status = await asked.catch((failure: Error) => failure);
    if (status instanceof Error) {
      mustHold(leaves, () => `${told(body)}: not answered within ${REFUSED_MS} ms`);
      return;
    }
    const isFault = status >= 500 && status !== 503;
    if (isFault && !(await isKnown(`${url}/greedy/_search`, body)))
      throw new Hole(`${told(body)}: status ${status}`);
  },
};

function greedy(dice: Dice): string {
  if (dice.chance(40)) return dice.pick(AUTOMATA)(dice.pick([10_000, 100_000, 2_000_000_000]));
  return dice.pick(LONG)(dice.pick([2_000, 30_000, 300_000]));
}

/** True for the one error that OpenSearch answers with 500 as well: too many leaves of a query. */
async function isKnown(url: string, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', body, headers });
  return (await answer.text()).includes('"too_many_nested_clauses"');
}

async function send(url: string, body: string, init: RequestInit): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { ...init, body, headers });
  await answer.arrayBuffer();
  return answer.status;
}

const told = (body: string): string => `${body.slice(0, 150)}… (${body.length} characters)`;
