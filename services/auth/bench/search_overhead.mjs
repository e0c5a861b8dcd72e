/**
 * Measures the cost of checking tokens in a search: CPU time of two search nodes with the same
 * documents, one open and one with tokens, in turns. Linux, with the built code: `npm run build &&
 * node services/auth/bench/search_overhead.mjs`
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../cli/bin/skein.js');
const ROUNDS = 7;
const SEARCHES = 1500;
const DOCUMENTS = 5000;
const TICKS_PER_SECOND = 100;
const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const children = [];

async function start(service, settings) {
  const options = Object.entries(settings).flatMap(([key, value]) => ['-E', `${key}=${value}`]);
  const args = ['--max-semi-space-size=16', CLI, service, '-E', 'http.port=0', ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const line = await new Promise((resolve) => child.stdout.once('data', resolve));
  return { child, url: /ready on (http:\S+)/.exec(String(line))[1] };
}

function ask(url, { method = 'GET', token, body, type = 'application/json' } = {}) {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () =>
        response.statusCode < 300
          ? resolve(text)
          : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

function cpuSeconds({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function fill({ url, token }) {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => {
    const title = Array.from({ length: 8 }, (_none, at) => words[(i * (at + 3)) % words.length]);
    return `{"index":{"_id":"${i}"}}\n${JSON.stringify({ title: title.join(' '), n: i })}\n`;
  });
  const type = 'application/x-ndjson';
  await ask(`${url}/docs/_bulk?refresh=true`, {
    method: 'POST',
    token,
    type,
    body: lines.join(''),
  });
}

const SEARCH = JSON.stringify({ query: { match: { title: 'alpha zeta' } } });

/** CPU milliseconds per search. */
async function round(node) {
  const before = cpuSeconds(node);
  for (let i = 0; i < SEARCHES; i++) {
    await ask(`${node.url}/docs/_search`, { method: 'POST', token: node.token, body: SEARCH });
  }
  return ((cpuSeconds(node) - before) / SEARCHES) * 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

try {
  const data = join(folder, 'auth');
  const scope = ['--scope', 'indices:all:*'];
  const add = ['auth', 'add-client', 'job', ...scope, '-E', `path.data=${data}`];
  const { client_secret } = JSON.parse(
    execFileSync(process.execPath, [CLI, ...add], { encoding: 'utf8' }),
  );
  const auth = await start('auth', { 'path.data': data });
  const form = `grant_type=client_credentials&client_id=job&client_secret=${client_secret}`;
  const type = 'application/x-www-form-urlencoded';
  const { access_token: token } = JSON.parse(
    await ask(`${auth.url}/token`, { method: 'POST', type, body: form }),
  );
  const open = await start('node', { 'path.data': join(folder, 'open') });
  const issuer = { 'security.oauth2.issuers.own.url': auth.url };
  const secured = {
    ...(await start('node', { 'path.data': join(folder, 'secured'), ...issuer })),
    token,
  };
  const nodes = [open, secured];
  for (const node of nodes) {
    await fill(node);
    await round(node);
  }
  const costs = nodes.map(() => []);
  for (let i = 0; i < ROUNDS; i++) {
    for (const [at, node] of nodes.entries()) costs[at].push(await round(node));
  }
  const [plain, checked] = costs.map(median);
  const ratios = costs[0].map((cost, i) => costs[1][i] / cost);
  console.log(`open ${plain.toFixed(3)} ms of CPU a search, with tokens ${checked.toFixed(3)} ms`);
  console.log(
    `tokens add ${((median(ratios) - 1) * 100).toFixed(1)} % (median of ${ROUNDS} rounds of ${SEARCHES})`,
  );
} finally {
  for (const child of children) child.kill('SIGTERM');
  agent.destroy();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
