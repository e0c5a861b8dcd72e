/**
 * The content that is written to a node of an old version and read from a new one: one of every
 * kind that a data folder keeps.
 */
type Json = ReturnType<typeof JSON.parse>;

export async function ask(url: string, method: string, path: string, body?: object | string) {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: {
            'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
          },
        }),
  });
  const json: Json = await response.json();
  if (response.status < 300) return json;
  throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
}

const DOCUMENTS = 120;
const PROPERTIES = {
  title: { type: 'text', fields: { raw: { type: 'keyword' } } },
  kind: { type: 'keyword' },
  n: { type: 'long' },
  price: { type: 'double' },
  day: { type: 'date' },
  place: { type: 'geo_point' },
  parts: { type: 'nested', properties: { name: { type: 'keyword' } } },
  vector: { type: 'dense_vector', dims: 3 },
};

/**
 * Fills a node with segments on the disk, deleted documents, and operations that only the translog
 * has.
 */
export async function fillNode(url: string): Promise<void> {
  await ask(url, 'PUT', '/_cluster/settings', {
    persistent: { 'cluster.routing.allocation.node_concurrent_recoveries': 3 },
  });
  await ask(url, 'PUT', '/_ingest/pipeline/mark', {
    processors: [{ set: { field: 'seen', value: true } }],
  });
  await ask(url, 'PUT', '/_scripts/twice', { script: { lang: 'painless', source: '2 * 2' } });
  await ask(url, 'PUT', '/_index_template/kept', {
    index_patterns: ['kept-*'],
    template: { settings: { number_of_replicas: 0 } },
  });
  await ask(url, 'PUT', '/kept-books', {
    settings: { number_of_shards: 2 },
    mappings: { properties: PROPERTIES },
    aliases: { shelf: { filter: { term: { kind: 'k1' } } } },
  });
  for (const [from, to] of [
    [0, 60],
    [60, 100],
    [100, DOCUMENTS],
  ] as const) {
    await ask(url, 'POST', '/kept-books/_bulk?refresh=true&pipeline=mark', linesOf(from, to));
    if (to < DOCUMENTS) await ask(url, 'POST', '/kept-books/_flush');
  }
  await ask(url, 'DELETE', '/kept-books/_doc/d7?refresh=true');
  await ask(url, 'POST', '/kept-books/_update/d8?refresh=true', { doc: { kind: 'changed' } });
  await ask(url, 'PUT', '/kept-closed', { mappings: { properties: { a: { type: 'ip' } } } });
  await ask(url, 'POST', '/kept-closed/_close');
}

function linesOf(from: number, to: number): string {
  const lines: string[] = [];
  for (let n = from; n < to; n++) {
    lines.push(JSON.stringify({ index: { _id: `d${n}` } }));
    lines.push(
      JSON.stringify({
        title: `volume ${n} of the history of geese`,
        kind: `k${n % 4}`,
        n,
        price: n / 8,
        day: `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
        place: { lat: n / 10, lon: -n / 10 },
        parts: [{ name: `p${n % 3}` }],
        vector: [n, 1, 0],
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}

const hits = (json: Json) => json.hits.hits.map((hit: Json) => [hit._id, hit._source, hit.sort]);
const SEARCHES: Readonly<Record<string, object>> = {
  words: { query: { match: { title: 'volume 11' } }, size: 3 },
  phrase: { query: { match_phrase: { title: 'history of geese' } }, size: 2 },
  range: { query: { range: { n: { gte: 95, lt: 105 } } } },
  date: { query: { range: { day: { gte: '2026-01-27' } } }, size: 4 },
  place: {
    query: { geo_distance: { distance: '50km', place: { lat: 1, lon: -1 } } },
  },
  nested: {
    query: { nested: { path: 'parts', query: { term: { 'parts.name': 'p2' } } } },
    size: 3,
  },
};

/** Resolves with the answers that must be the same from every version. */
export async function answersOf(url: string): Promise<Json> {
  const found: Record<string, Json> = {};
  for (const [name, body] of Object.entries(SEARCHES)) {
    const request = { ...body, sort: ['n'], track_total_hits: true };
    const json = await ask(url, 'POST', '/kept-books/_search', request);
    found[name] = { total: json.hits.total, hits: hits(json) };
  }
  const { aggregations } = await ask(url, 'POST', '/kept-books/_search', {
    size: 0,
    aggs: { kinds: { terms: { field: 'kind' } }, price: { stats: { field: 'price' } } },
  });
  const mapping = await ask(url, 'GET', '/kept-books/_mapping');
  const changed = await ask(url, 'GET', '/kept-books/_doc/d8');
  return {
    searches: found,
    aggregations,
    shelf: (await ask(url, 'GET', '/shelf/_count')).count,
    mapping: mapping['kept-books'].mappings,
    changed: { version: changed._version, source: changed._source },
    pipeline: await ask(url, 'GET', '/_ingest/pipeline/mark'),
    script: (await ask(url, 'GET', '/_scripts/twice')).script,
    template: (await ask(url, 'GET', '/_index_template/kept')).index_templates,
    settings: (await ask(url, 'GET', '/_cluster/settings?flat_settings')).persistent,
    closed: (await ask(url, 'GET', '/_cat/indices/kept-closed?format=json&h=index,status'))[0],
  };
}
