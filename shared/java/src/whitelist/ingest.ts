/** Methods of ingest and update scripts: digests of texts, and the functions of some processors. */
import { JsonReader } from '@skein/content';
import type { ClassTable } from '../class_table.js';
import { JMap } from '../containers/collections.js';
import { readJsonValue } from '../json/read_json.js';
import { sha1, sha256 } from '../text/digests.js';
import { spend } from '../values/meter.js';
import { illegalArgument, notNull } from '../values/throwable.js';
import { textOf, type Value } from '../values/value.js';

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');

function digest(text: string, by: (bytes: Uint8Array) => Uint8Array): string {
  spend(1 + text.length);
  return hex(by(new TextEncoder().encode(text)));
}

const UNITS: Readonly<Record<string, number>> = {
  b: 0,
  k: 1,
  kb: 1,
  m: 2,
  mb: 2,
  g: 3,
  gb: 3,
  t: 4,
  tb: 4,
  p: 5,
  pb: 5,
};

/** Parses `1kb` to 1024. */
function bytes(text: string): bigint {
  const found = /^(-?\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(notNull(text).trim().toLowerCase());
  const [, number = '', unit = ''] = found ?? [];
  const power = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (power === undefined)
    throw illegalArgument(
      `failed to parse setting [Ingest Field] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  return BigInt(Math.trunc(Number(number) * 1024 ** power));
}

/** Text after the value is ignored. */
function json(value: Value): Value {
  const text = textOf(value);
  if (text.trim() === '') return null;
  try {
    const reader = new JsonReader(new TextEncoder().encode(text));
    reader.next();
    return readJsonValue(reader, 'java.util.LinkedHashMap');
  } catch (error) {
    if (error instanceof Error) throw illegalArgument(error.message);
    throw error;
  }
}

/** Moves the members of a field's object to the enclosing map. */
function jsonInto(map: JMap, field: string): void {
  const found = json(map.get(field));
  if (!(found instanceof JMap))
    throw illegalArgument('cannot add non-map fields to root of document');
  for (const key of found.keys()) map.put(key, found.get(key));
}

function urlDecode(text: string): string {
  try {
    return decodeURIComponent(notNull(text).replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) throw illegalArgument(`Invalid URL encoding in [${text}]`);
    throw error;
  }
}

export const ingest: readonly ClassTable[] = [
  {
    name: 'java.lang.String',
    augments: true,
    contexts: ['ingest', 'update'],
    methods: {
      'String sha1()': (self: string) => digest(self, sha1),
      'String sha256()': (self: string) => digest(self, sha256),
    },
  },
  {
    name: 'org.opensearch.ingest.common.Processors',
    contexts: ['ingest'],
    statics: {
      'long bytes(String)': bytes,
      'Object json(Object)': json,
      'void json(Map,String)': jsonInto,
      'String lowercase(String)': (text: string) => notNull(text).toLowerCase(),
      'String uppercase(String)': (text: string) => notNull(text).toUpperCase(),
      'String urlDecode(String)': urlDecode,
    },
  },
];
