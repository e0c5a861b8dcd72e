/** The options of ingest processors. */
import type { JsonObject } from '@skein/content';
import {
  anything,
  boolean,
  closed,
  integer,
  list,
  mapOf,
  oneOf,
  ref,
  text,
  words,
} from './schema.js';

type Options = Readonly<Record<string, JsonObject>>;

/** The options of every processor. */
const COMMON: Options = {
  if: oneOf(text, mapOf(anything)),
  tag: text,
  description: text,
  ignore_failure: boolean,
  on_failure: list(ref('Processor')),
};

const processor = (options: Options, example: JsonObject): JsonObject => ({
  ...closed({ ...options, ...COMMON }),
  examples: [example],
});

const FIELD: Options = { field: text };
const MISSING: Options = { ignore_missing: boolean };
const CHANGED: Options = { ...FIELD, ...MISSING, target_field: text };
const changed = (more: Options, example: JsonObject) => processor({ ...CHANGED, ...more }, example);
const message = { field: 'message' };
const texts = list(text);
const oneOrMore = oneOf(text, texts);

export const PROCESSORS: Readonly<Record<string, JsonObject>> = {
  append: processor(
    { ...FIELD, value: anything, allow_duplicates: boolean },
    { field: 'tags', value: ['seen', '{{env}}'] },
  ),
  attachment: changed(
    {
      indexed_chars: integer,
      indexed_chars_field: text,
      properties: texts,
      remove_binary: boolean,
      resource_name: text,
    },
    { field: 'data', remove_binary: true },
  ),
  bytes: changed({}, { field: 'size' }),
  community_id: processor(
    {
      ...MISSING,
      target_field: text,
      seed: integer,
      source_ip_field: text,
      source_port_field: text,
      destination_ip_field: text,
      destination_port_field: text,
      iana_protocol_number_field: text,
      protocol_field: text,
      icmp_type_field: text,
      icmp_code_field: text,
    },
    { source_ip_field: 'src', destination_ip_field: 'dst', protocol_field: 'proto' },
  ),
  convert: changed(
    { type: words('integer', 'long', 'double', 'float', 'boolean', 'string', 'ip', 'auto') },
    { field: 'status', type: 'integer' },
  ),
  copy: processor(
    {
      ...MISSING,
      source_field: text,
      target_field: text,
      remove_source: boolean,
      override_target: boolean,
    },
    { source_field: 'host', target_field: 'origin.host' },
  ),
  csv: processor(
    {
      ...FIELD,
      ...MISSING,
      target_fields: texts,
      separator: text,
      quote: text,
      trim: boolean,
      empty_value: anything,
    },
    { field: 'line', target_fields: ['id', 'name'] },
  ),
  date: processor(
    {
      ...FIELD,
      target_field: text,
      formats: texts,
      timezone: text,
      locale: text,
      output_format: text,
    },
    { field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] },
  ),
  date_index_name: processor(
    {
      ...FIELD,
      date_formats: texts,
      date_rounding: text,
      index_name_prefix: text,
      index_name_format: text,
      timezone: text,
      locale: text,
    },
    { field: 'time', index_name_prefix: 'logs-', date_rounding: 'M' },
  ),
  dissect: processor(
    { ...FIELD, ...MISSING, pattern: text, append_separator: text },
    { field: 'message', pattern: '%{ip} [%{time}]' },
  ),
  dot_expander: processor({ ...FIELD, path: text }, { field: 'a.b' }),
  drop: processor({}, { if: "ctx.level == 'debug'" }),
  fail: processor({ message: text }, { message: 'no {{level}} here' }),
  fingerprint: processor(
    {
      ...MISSING,
      fields: texts,
      exclude_fields: texts,
      target_field: text,
      hash_method: words('MD5@2.16.0', 'SHA-1@2.16.0', 'SHA-256@2.16.0', 'SHA3-256@2.16.0'),
    },
    { fields: ['user'] },
  ),
  foreach: processor(
    { ...FIELD, ...MISSING, processor: ref('Processor') },
    { field: 'names', processor: { uppercase: { field: '_ingest._value' } } },
  ),
  geoip: changed(
    { database_file: text, properties: texts, first_only: boolean },
    { field: 'client', database_file: 'GeoLite2-City.mmdb' },
  ),
  grok: processor(
    {
      ...FIELD,
      ...MISSING,
      patterns: texts,
      pattern_definitions: mapOf(text),
      trace_match: boolean,
      ecs_compatibility: words('disabled', 'v1'),
    },
    { field: 'message', patterns: ['%{IP:client} %{WORD:verb}'] },
  ),
  gsub: changed(
    { pattern: text, replacement: text },
    { field: 'message', pattern: '-', replacement: '.' },
  ),
  html_strip: changed({}, message),
  join: processor(
    { ...FIELD, target_field: text, separator: text },
    { field: 'list', separator: '-' },
  ),
  json: processor({ ...FIELD, target_field: text, add_to_root: boolean }, message),
  kv: changed(
    {
      field_split: text,
      value_split: text,
      prefix: text,
      include_keys: texts,
      exclude_keys: texts,
      trim_key: text,
      trim_value: text,
      strip_brackets: boolean,
    },
    { field: 'message', field_split: ' ', value_split: '=' },
  ),
  lowercase: changed({}, message),
  network_direction: processor(
    {
      ...MISSING,
      source_ip: text,
      destination_ip: text,
      target_field: text,
      internal_networks: texts,
      internal_networks_field: text,
    },
    { source_ip: 's', destination_ip: 'd', internal_networks: ['10.0.0.0/8'] },
  ),
  pipeline: processor(
    { name: text, ignore_missing_pipeline: boolean },
    { name: 'other', ignore_missing_pipeline: true },
  ),
  registered_domain: changed({}, { field: 'fqdn', target_field: 'url' }),
  remove: processor({ ...MISSING, field: oneOrMore, exclude_field: oneOrMore }, { field: ['a'] }),
  remove_by_pattern: processor(
    { field_pattern: oneOrMore, exclude_field_pattern: oneOrMore },
    { field_pattern: 'tmp*' },
  ),
  rename: changed(
    { override_target: boolean, override: boolean },
    { field: 'a', target_field: 'b.c' },
  ),
  reroute: processor(
    { destination: text, type: text, dataset: oneOrMore, namespace: oneOrMore },
    { destination: 'elsewhere' },
  ),
  script: processor(
    {
      source: oneOf(text, mapOf(anything)),
      id: text,
      lang: words('painless'),
      params: mapOf(anything),
      options: mapOf(text),
      inline: { ...text, deprecated: true },
      stored: { ...text, deprecated: true },
    },
    { source: 'ctx.total = ctx.a * params.k', params: { k: 3 } },
  ),
  set: processor(
    {
      ...FIELD,
      value: anything,
      copy_from: text,
      override: boolean,
      ignore_empty_value: boolean,
    },
    { field: 'greeting', value: 'hello {{name}}' },
  ),
  sort: processor(
    { ...FIELD, target_field: text, order: words('asc', 'desc') },
    { field: 'list', order: 'desc' },
  ),
  split: changed(
    { separator: text, preserve_trailing: boolean },
    { field: 'message', separator: ',' },
  ),
  trim: changed({}, message),
  uppercase: changed({}, message),
  uri_parts: changed(
    { keep_original: boolean, remove_if_successful: boolean },
    { field: 'url', keep_original: false },
  ),
  urldecode: changed({}, message),
  user_agent: changed({ regex_file: text, properties: texts, ecs: boolean }, { field: 'agent' }),
};
