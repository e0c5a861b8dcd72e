/** `fingerprint`: computes a hash of fields. */
import { utf8 } from '@skein/bytes';
import { encodeBytes, JMap, textOf } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import { type IngestDocument, METADATA } from '../ingest_document.js';
import type { DigestName } from '../ingest_ports.js';
import type { ProcessorType } from '../processor_type.js';

const METHODS: ReadonlyMap<string, DigestName> = new Map([
  ['MD5@2.16.0', 'md5'],
  ['SHA-1@2.16.0', 'sha1'],
  ['SHA-256@2.16.0', 'sha256'],
  ['SHA3-256@2.16.0', 'sha3-256'],
]);
const METADATA_NAMES: ReadonlySet<string> = new Set(METADATA);

export const fingerprint: ProcessorType = {
  name: 'fingerprint',
  create: (config, { ports }) => {
    const fields = names(config, 'fields');
    const excluded = names(config, 'exclude_fields');
    if (fields.length > 0 && excluded.length > 0) {
      throw config.fault('fields', 'either fields or exclude_fields can be set');
    }
    const targetField = config.string('target_field', 'fingerprint');
    const method = config.string('hash_method', 'SHA-1@2.16.0');
    const digest = METHODS.get(method.toUpperCase());
    if (digest === undefined) {
      throw config.fault(
        'hash_method',
        'hash method must be MD5@2.16.0, SHA-1@2.16.0, SHA-256@2.16.0 or SHA3-256@2.16.0',
      );
    }
    const ignoreMissing = config.boolean('ignore_missing', false);
    return {
      run: (document) => {
        const hashed = hashedFields(document, fields, excluded);
        const text = hashed.map((name) => written(document, name, ignoreMissing)).join('');
        if (text === '') return;
        const bytes = ports.digest(digest, utf8(`${text}|`));
        document.set(targetField, `${method}:${encodeBytes([...bytes])}`);
      },
    };
  },
};

function names(config: ConfigReader, property: string): readonly string[] {
  const list = config.optionalStrings(property) ?? [];
  if (list.includes('')) throw config.fault(property, 'field name cannot be null nor empty');
  return list;
}

function hashedFields(
  { source }: IngestDocument,
  fields: readonly string[],
  excluded: readonly string[],
): readonly string[] {
  const all = fields.length > 0 ? fields : source.keys().map(textOf);
  return [...new Set(all)]
    .filter((name) => !METADATA_NAMES.has(name) && !excluded.includes(name))
    .sort();
}

function written(document: IngestDocument, name: string, ignoreMissing: boolean): string {
  if (!document.has(name)) {
    if (ignoreMissing) return '';
    throw illegalArgument(`field [${name}] doesn't exist`);
  }
  const value = document.get(name);
  if (!(value instanceof JMap)) return part(name, textOf(value));
  // The later of two members with one path (`a.b` beside `a: {b}`) counts.
  return [...new Map(flattened(value))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => part(`${name}.${key}`, text))
    .join('');
}

function part(name: string, text: string): string {
  return `|${name}|${text.length}:${text}`;
}

function flattened(map: JMap): [string, string][] {
  return map.keys().flatMap((key): [string, string][] => {
    const value = map.get(key);
    const name = textOf(key);
    if (!(value instanceof JMap)) return [[name, textOf(value)]];
    return flattened(value).map(([inner, text]) => [`${name}.${inner}`, text]);
  });
}
