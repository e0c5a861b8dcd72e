/**
 * Measures client-credentials tokens per CPU second of this server and of a plain `oidc-provider` 9,
 * in turns within one run, and the cost of this server's start and idle time. Linux, with the built
 * code:
 *
 *     npm run build
 *     (mkdir -p /tmp/oidc && cd /tmp/oidc && npm init -y && npm i oidc-provider@9)
 *     node services/auth/bench/tokens.mjs /tmp/oidc
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const CLI = join(HERE, '../../cli/bin/skein.js');
const ROUNDS = 7;
const TOKENS = 1500;
const PARALLEL = 16;
/** Clock ticks of `/proc/PID/stat`, which is 100 Hz on every supported Linux. */
const TICKS_PER_SECOND = 100;

const [oidcFolder] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));

function start(name, args) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`${name} ended: ${said}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /ready on (http:\S+)/.exec(said)?.[1];
      if (url) resolve({ name, child, url, readyMs: performance.now() - startedMs });
    });
  });
}

function cpuSeconds({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function residentMb({ child }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
}

const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });

function askToken({ url, secret }) {
  const form = `grant_type=client_credentials&client_id=job&client_secret=${secret}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/token`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text).access_token);
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    asked.once('error', reject);
    asked.end(form);
  });
}

/** Tokens per CPU second of the server. */
async function round(server) {
  const before = cpuSeconds(server);
  let left = TOKENS;
  const worker = async () => {
    while (left-- > 0) await askToken(server);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return TOKENS / (cpuSeconds(server) - before);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const data = join(folder, 'auth');
const add = ['auth', 'add-client', 'job', '--scope', 'indices:read:*', '-E', `path.data=${data}`];
const { client_secret } = JSON.parse(
  execFileSync(process.execPath, [CLI, ...add], { encoding: 'utf8' }),
);
const options = ['-E', `path.data=${data}`, '-E', 'http.port=0', '-E', 'logger.level=warn'];
const ours = await start('skein auth', ['--max-semi-space-size=16', CLI, 'auth', ...options]);
await new Promise((resolve) => setTimeout(resolve, 2000));
const startSeconds = cpuSeconds(ours);
const idleMb = residentMb(ours);
const servers = [{ ...ours, secret: client_secret }];
for (const format of oidcFolder ? ['opaque', 'jwt'] : []) {
  const script = join(HERE, 'oidc_provider.mjs');
  const other = await start(`oidc-provider, ${format}`, [script, oidcFolder, format]);
  servers.push({ ...other, secret: 'secret' });
}
const rates = servers.map(() => []);
for (const server of servers) await round(server);
for (let i = 0; i < ROUNDS; i++) {
  for (const [at, server] of servers.entries()) rates[at].push(await round(server));
}
console.log(
  `skein auth: ready after ${Math.round(ours.readyMs)} ms (${startSeconds.toFixed(2)} s of CPU), idle ${idleMb.toFixed(0)} MB, after the load ${residentMb(ours).toFixed(0)} MB`,
);
for (const [at, server] of servers.entries()) {
  const bytes = (await askToken(server)).length;
  const rate = Math.round(median(rates[at]));
  const ratios = rates[0].map((ours, i) => ours / rates[at][i]);
  const beside = at === 0 ? '' : `; ours is x${median(ratios).toFixed(2)}, round by round`;
  console.log(
    `${server.name}: ${rate} tokens per CPU second (tokens of ${bytes} characters)${beside}`,
  );
}
for (const { child } of servers) child.kill('SIGTERM');
agent.destroy();
rmSync(folder, { recursive: true, force: true });
