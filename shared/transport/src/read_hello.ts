/** The hello of an unauthenticated peer: every field is checked before any is used. */
import { isObject } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Hello, NodeIdentity, Range } from './identity.js';
import { CHANNELS, type ChannelClass } from './link.js';
import { decodeMessage } from './message_codec.js';

const MAX_TEXT = 1024;
const MAX_ENTRIES = 256;

/** Throws corrupt_state_exception naming the field. */
export function readHello(payload: Uint8Array): Hello {
  const fields = record(decodeMessage(payload), 'hello');
  const channel = text(fields, 'channel');
  if (!isChannel(channel)) throw invalid('channel');
  return {
    identity: readIdentity(record(fields.identity, 'identity')),
    channel,
    actions: texts(fields, 'actions'),
  };
}

function readIdentity(fields: Fields): NodeIdentity {
  return {
    clusterName: text(fields, 'clusterName'),
    clusterUuid: fields.clusterUuid === null ? null : text(fields, 'clusterUuid'),
    nodeId: text(fields, 'nodeId'),
    ephemeralId: text(fields, 'ephemeralId'),
    name: text(fields, 'name'),
    roles: texts(fields, 'roles'),
    attributes: textMap(fields, 'attributes'),
    address: text(fields, 'address'),
    httpAddress: text(fields, 'httpAddress'),
    wire: range(fields, 'wire'),
    index: range(fields, 'index'),
    version: text(fields, 'version'),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown, name: string): Fields {
  if (!isObject(value)) throw invalid(name);
  return value;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw invalid(name);
  return value;
}

function texts(fields: Fields, name: string): readonly string[] {
  const value: unknown = fields[name];
  if (!Array.isArray(value) || value.length > MAX_ENTRIES) throw invalid(name);
  const entries: readonly unknown[] = value;
  return entries.map((entry) => text({ [name]: entry }, name));
}

function textMap(fields: Fields, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(record(fields[name], name));
  if (entries.length > MAX_ENTRIES) throw invalid(name);
  return Object.fromEntries(entries.map(([key, value]) => [key, text({ [name]: value }, name)]));
}

function range(fields: Fields, name: string): Range {
  const { min, max } = record(fields[name], name);
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max)) throw invalid(name);
  return { min: Number(min), max: Number(max) };
}

function isChannel(name: string): name is ChannelClass {
  return CHANNELS.some((channel) => channel === name);
}

function invalid(name: string): ApiError {
  return new ApiError('corrupt_state_exception', `broken hello: invalid [${name}]`);
}
