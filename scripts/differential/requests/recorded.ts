/** Reads recorded requests, and decides which may be sent to a server that others use too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustedJson } from '../../trusted_json.ts';
import type { Case, Request } from '../area.ts';
import { isObject, type Json } from '../json.ts';

/** Matches requests that only read, whatever is changed in them. */
const READING =
  /\/(_search|_count|_explain\/[^/]+|_validate\/query|_msearch|_mget|_analyze|_field_caps|_rank_eval|_termvectors\/[^/]+|_execute|_simulate|_doc\/[^/]+|_source\/[^/]+|_search_shards|_render\/template|_mapping|_settings)$/;
/** Matches the prefixes of the recorded requests' indices. */
const NAMES = /(?<![\w-])(tmp|ref)_/g;

/** Reads the cases of all files; names of indices get the prefix. */
export function readCases(directory: string, prefix: string): readonly Case[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.ndjson'));
  return files
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => trustedJson<Case>(line.replace(NAMES, `${prefix}$1_`)))
    .filter((each) => each.body !== undefined && isSafe(each, `${prefix}tmp_`));
}

/** True when the request, whatever is changed in it, affects only its own indices. */
function isSafe({ method, path }: Case, prefix: string): boolean {
  const [bare = ''] = path.split('?');
  if (method === 'HEAD' || method === 'DELETE') return false;
  if ((method === 'GET' || method === 'POST') && READING.test(bare)) return true;
  return bare.startsWith(`/${prefix}`) || /^\/_ingest\/pipeline\//.test(bare);
}

/** True when a request names an index that it may not write to. */
export function writesElsewhere({ method, path, body }: Request, prefix: string): boolean {
  const own = `${prefix}tmp_`;
  const [bare = ''] = path.split('?');
  if ((method === 'GET' || method === 'POST') && READING.test(bare)) return false;
  return strings(body ?? null).some(([key, text]) => INDEX_KEYS.has(key) && !text.startsWith(own));
}

/**
 * True when a search of an `_msearch` covers all indices: the servers have indices of other users,
 * too.
 */
export function readsElsewhere({ path, body }: Request): boolean {
  if (!/^\/_msearch(?:$|\?)/.test(path) || !Array.isArray(body)) return false;
  return body.some((line, i) => i % 2 === 0 && !(isObject(line) && line.index));
}

const INDEX_KEYS: ReadonlySet<string> = new Set(['_index', 'index', 'indices', 'alias', 'aliases']);

function strings(json: Json, key = ''): (readonly [key: string, text: string])[] {
  if (json === null || typeof json !== 'object') return [[key, String(json)]];
  if (Array.isArray(json)) return json.flatMap((each) => strings(each, key));
  return Object.entries(json).flatMap(([name, value]) => strings(value, name));
}
