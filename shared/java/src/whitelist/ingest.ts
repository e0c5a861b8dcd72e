/** Methods of ingest and update scripts: digests of texts, and the functions of some processors. */
import { JsonReader } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { ClassTable } from '../class_table.js';
import { JMap } from '../containers/collections.js';
import { readJsonValue } from '../json/read_json.js';
import { byteSize } from '../text/byte_size.js';
import { sha1, sha256 } from '../text/digests.js';
import { urlDecoded } from '../text/url_decoding.js';
import { spend } from '../values/meter.js';
import { illegalArgument, notNull, numberFormat } from '../values/throwable.js';
import { textOf, type Value } from '../values/value.js';

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');

function digest(text: string, by: (bytes: Uint8Array) => Uint8Array): string {
  spend(1 + text.length);
  return hex(by(new TextEncoder().encode(text)));
}

/** Runs a function of a processor on a text; its errors can be caught by the script. */
const processing =
  <T extends Value>(work: (text: string) => T) =>
  (text: string): T => {
    try {
      return work(notNull(text));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { type, reason } = error.cause instanceof ApiError ? error.cause : error;
      throw (type === 'number_format_exception' ? numberFormat : illegalArgument)(reason);
    }
  };

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
      'long bytes(String)': processing(byteSize),
      'Object json(Object)': json,
      'void json(Map,String)': jsonInto,
      'String lowercase(String)': (text: string) => notNull(text).toLowerCase(),
      'String uppercase(String)': (text: string) => notNull(text).toUpperCase(),
      'String urlDecode(String)': processing(urlDecoded),
    },
  },
];
