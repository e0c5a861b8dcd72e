/**
 * Measures the CPU of scripts in searches and updates over 100,000 documents, on two servers in one
 * run.
 *
 *     node scripts/script_load.ts [--only REGEXP] [--rounds N] mine=http://127.0.0.1:9200,PID reference=http://127.0.0.1:19200,PID
 *
 * CPU is that of the process, from /proc: Linux only. Servers take turns, `rounds` times; the
 * median counts. An existing index named `script_load` is replaced.
 */
import { median } from './cluster_load/median.ts';
import { processCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';

const DOCUMENTS = 100_000;
const BULK = 5_000;
/**
 * The number of requests before the first measurement: a search runs its script a hundred thousand
 * times, an update once.
 */
const WARM_UP = 25;
const UPDATE_WARM_UP = 2000;
const MEASURED_MS = 1500;
const INDEX = 'script_load';

interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

const script = (source: string, params = {}, lang = 'painless') => ({
  script: { source, params, lang },
});
const filter = (...given: Parameters<typeof script>) => ({
  query: { bool: { filter: [{ script: script(...given) }] } },
});
const sort = (type: string, source: string) => ({
  sort: { _script: { type, order: 'desc', ...script(source) } },
});

const SEARCHES: Readonly<Record<string, object>> = {
  'filter, long': filter("doc['n'].value > params.x", { x: 500 }),
  'filter, double': filter("doc['price'].value * 2 > params.x", { x: 100.5 }),
  'filter, keyword': filter("doc['k'].value == params.x", { x: 'k5' }),
  'filter, date': filter("doc['d'].value.getHour() > 12"),
  'filter, loop': filter(
    "int t = 0; for (int i = 0; i < 10; i++) { t += i * 3 % 7 } return t > doc['n'].value",
  ),
  'script_score, double': {
    query: {
      script_score: {
        query: { match_all: {} },
        ...script("_score * Math.log(2 + doc['price'].value)"),
      },
    },
  },
  'script_score, long': {
    query: {
      script_score: {
        query: { match_all: {} },
        ...script("doc['n'].value / 10 + doc['n'].value % 7"),
      },
    },
  },
  function_score: {
    query: {
      function_score: { script_score: script("Math.sqrt(doc['n'].value) * params.f", { f: 1.5 }) },
    },
  },
  'function_score, expression': {
    query: {
      function_score: { script_score: script("ln(doc['n'].value + 2) * 2", {}, 'expression') },
    },
  },
  'sort, number': sort('number', "doc['n'].value * doc['price'].value"),
  'sort, string': sort('string', "doc['k'].value + '-' + doc['n'].value"),
};

/** The same documents each time. */
function* documents(): Generator<object> {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  for (;;) {
    yield {
      n: Math.floor(random() * 1000),
      price: Math.round(random() * 10_000) / 100,
      k: `k${Math.floor(random() * 1000)}`,
      d: 1_500_000_000_000 + Math.floor(random() * 1e11),
    };
  }
}

async function send(server: Server, method: string, path: string, body?: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const json = await answer.text();
  if (!answer.ok && method !== 'DELETE') throw new Error(`${path}: ${json.slice(0, 300)}`);
}

async function load(server: Server): Promise<void> {
  await send(server, 'DELETE', `/${INDEX}`);
  const properties = {
    n: { type: 'long' },
    price: { type: 'double' },
    k: { type: 'keyword' },
    d: { type: 'date' },
  };
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 };
  await send(server, 'PUT', `/${INDEX}`, { settings, mappings: { properties } });
  const source = documents();
  for (let from = 0; from < DOCUMENTS; from += BULK) {
    let body = '';
    for (let id = from; id < from + BULK; id++) {
      body += `{"index":{"_id":"${id}"}}\n${JSON.stringify(source.next().value)}\n`;
    }
    await send(server, 'POST', `/${INDEX}/_bulk`, body);
  }
  await send(server, 'POST', `/${INDEX}/_forcemerge?max_num_segments=1`);
  await send(server, 'POST', `/${INDEX}/_refresh`);
}

async function measure(
  server: Server,
  request: (turn: number) => Promise<void>,
  warmUp: number,
): Promise<number> {
  for (let turn = 0; turn < warmUp; turn++) await request(turn);
  const begunMs = performance.now();
  const begunCpu = processCpuMs(server.pid);
  let count = 0;
  while (performance.now() - begunMs < MEASURED_MS) await request(warmUp + count++);
  return (processCpuMs(server.pid) - begunCpu) / count;
}

const search = (server: Server, body: object) => () =>
  send(server, 'POST', `/${INDEX}/_search?request_cache=false`, body);

const update = (server: Server) => (turn: number) => {
  const source = 'ctx._source.n += params.by; ctx._source.price = ctx._source.price * 2';
  const body = script(source, { by: 1 });
  return send(server, 'POST', `/${INDEX}/_update/${turn % DOCUMENTS}`, body);
};

const { values: options, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: {
    only: '',
    rounds: 1,
  },
});
const servers = positionals.map((text): Server => {
  const [, name = '', url = '', pid = ''] = /^(\w+)=(.*),(\d+)$/.exec(text) ?? [];
  if (pid === '') throw new Error(`expected NAME=URL,PID but got ${text}`);
  return { name, url, pid: Number(pid) };
});
const classes = new Map<string, (server: Server) => (turn: number) => Promise<void>>(
  Object.entries(SEARCHES).map(([name, body]) => [name, (server) => search(server, body)]),
);
classes.set('update', update);

for (const server of servers) await load(server);
console.log(['CPU ms per request', ...servers.map(({ name }) => name)].join('\t'));
for (const [name, request] of classes) {
  if (!new RegExp(options.only).test(name)) continue;
  const found = servers.map((): number[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [i, server] of servers.entries()) {
      const warmUp = name !== 'update' ? WARM_UP : round === 0 ? UPDATE_WARM_UP : 0;
      found[i]?.push(await measure(server, request(server), warmUp));
    }
  }
  console.log([name, ...found.map((each) => median(each).toFixed(2))].join('\t'));
}
