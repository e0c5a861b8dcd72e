/**
 * The part of the metadata that a snapshot with global state holds: everything except indices and
 * work under way. It is encoded as JSON by the table of parts.
 */
import type { JsonObject } from '@skein/content';
import type { Metadata } from './cluster_state.js';
import { encodeSettingsMap } from './encode.js';
import { METADATA_PARTS } from './part_kinds.js';

export const GLOBAL_ENTRIES = [
  'templates',
  'indexTemplates',
  'componentTemplates',
  'lifecyclePolicies',
  'storedScripts',
  'pipelines',
  'searchPipelines',
] as const;

export type GlobalEntries = (typeof GLOBAL_ENTRIES)[number];

export type GlobalMetadata = Pick<Metadata, GlobalEntries | 'persistentSettings'>;

/** Encodes one entry; its caller knows the entry's type. */
interface EntryEncoder {
  encode(value: object): JsonObject;
}

export function encodeGlobalMetadata(metadata: Metadata): JsonObject {
  const parts = GLOBAL_ENTRIES.map((name) => [name, encodedEntries(metadata, name)] as const);
  const settings = encodeSettingsMap(metadata.persistentSettings);
  return { ...Object.fromEntries(parts), persistentSettings: settings };
}

function encodedEntries(metadata: Metadata, name: GlobalEntries): JsonObject {
  const { encode }: EntryEncoder = METADATA_PARTS[name];
  return Object.fromEntries([...metadata[name]].map(([key, value]) => [key, encode(value)]));
}
