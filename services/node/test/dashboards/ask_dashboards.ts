/**
 * Sends the requests of dashboards one after the other to a server that has the flights. The test
 * uses it, and so does the script that records OpenSearch's answers. Values that differ between any
 * two servers are removed from each answer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DashboardRequest {
  readonly name: string;
  /** The public source code that sends the request. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  /** The body; a string is sent as NDJSON. */
  readonly body?: object | string;
}

export interface DashboardRequests {
  readonly index: string;
  readonly savedObjects: string;
  readonly requests: readonly DashboardRequest[];
}

export interface DashboardAnswer {
  readonly name: string;
  readonly status: number;
  readonly json: unknown;
}

const FOLDER = import.meta.dirname ?? __dirname;

export function readDashboardFile<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T;
}

const MAPPING = {
  properties: {
    '@timestamp': { type: 'date' },
    carrier: { type: 'keyword' },
    airline: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
    flight: { type: 'integer' },
    origin: { properties: { code: { type: 'keyword' }, location: { type: 'geo_point' } } },
    dest: { properties: { code: { type: 'keyword' }, location: { type: 'geo_point' } } },
    distance: { type: 'integer' },
    cancelled: { type: 'boolean' },
    dep_delay: { type: 'integer' },
    arr_delay: { type: 'integer' },
    plane: { properties: { tailnum: { type: 'keyword' }, seats: { type: 'short' } } },
    message: { type: 'text' },
  },
};

interface Answered {
  readonly status: number;
  readonly json: unknown;
}

async function ask(url: string, method: string, path: string, body?: object | string) {
  const isText = typeof body === 'string';
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) } as Answered;
}

/**
 * Resolves with the answers in the order of the requests. The server has none of the indices before
 * and all of them afterwards.
 */
export async function askDashboards(
  url: string,
  { index, requests }: DashboardRequests,
): Promise<readonly DashboardAnswer[]> {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await ask(url, 'PUT', `/${index}`, { settings, mappings: MAPPING });
  const lines = readFileSync(join(FOLDER, 'flights.ndjson'), 'utf8').trim().split('\n');
  const actions = lines.map((line, i) => `{"index":{"_id":"${i}"}}\n${line}\n`).join('');
  await ask(url, 'POST', `/${index}/_bulk?refresh=true`, actions);
  await ask(url, 'POST', `/${index}/_forcemerge?max_num_segments=1`);
  const answers: DashboardAnswer[] = [];
  for (const { name, method, path, body } of requests) {
    const { status, json } = await ask(url, method, path, body);
    answers.push({ name, status, json: comparable(json) });
  }
  return answers;
}

export async function removeDashboards(url: string, of: DashboardRequests): Promise<void> {
  for (const index of [of.index, of.savedObjects]) await ask(url, 'DELETE', `/${index}`);
}

/** Members whose values differ each time, or between servers: only their presence is kept. */
const OWN: ReadonlySet<string> = new Set([
  'took',
  'uuid',
  'creation_date',
  'created',
  'ip',
  'publish_address',
  '_seq_no',
  'index_uuid',
]);

function comparable(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(comparable);
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json).map(([key, value]): [string, unknown] => {
    if (key === 'nodes') return [key, Object.values(value as object).map(comparable)];
    if (OWN.has(key) && typeof value !== 'object') return [key, typeof value];
    return [key, comparable(value)];
  });
  return Object.fromEntries(members);
}
