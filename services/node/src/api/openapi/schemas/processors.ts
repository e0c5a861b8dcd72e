/** The options of ingest processors. */
import type { JsonObject } from '@skein/content';
import * as s from './schema.js';

type Options = Readonly<Record<string, JsonObject>>;

/** The options of every processor. */
const COMMON: Options = {
  if: s.oneOf(s.text, s.mapOf(s.anything)),
  tag: s.text,
  description: s.text,
  ignore_failure: s.boolean,
  on_failure: s.list(s.ref('Processor')),
};

const processor = (options: Options, example: JsonObject): JsonObject => ({
  ...s.closed({ ...options, ...COMMON }),
  examples: [example],
});

const FIELD: Options = { field: s.text };
const MISSING: Options = { ignore_missing: s.boolean };
const CHANGED: Options = { ...FIELD, ...MISSING, target_field: s.text };
const changed = (more: Options, example: JsonObject) => processor({ ...CHANGED, ...more }, example);
const message = { field: 'message' };
const texts = s.list(s.text);
const oneOrMore = s.oneOf(s.text, texts);

export const PROCESSORS: Readonly<Record<string, JsonObject>> = {
  append: processor(
    { ...FIELD, value: s.anything, allow_duplicates: s.boolean },
    { field: 'tags', value: ['seen', '{{env}}'] },
  ),
  attachment: changed(
    {
      indexed_chars: s.integer,
      indexed_chars_field: s.text,
      properties: texts,
      remove_binary: s.boolean,
      resource_name: s.text,
    },
    { field: 'data', remove_binary: true },
  ),
  bytes: changed({}, { field: 'size' }),
  community_id: processor(
    {
      ...MISSING,
      target_field: s.text,
      seed: s.integer,
      source_ip_field: s.text,
      source_port_field: s.text,
      destination_ip_field: s.text,
      destination_port_field: s.text,
      iana_protocol_number_field: s.text,
      protocol_field: s.text,
      icmp_type_field: s.text,
      icmp_code_field: s.text,
    },
    { source_ip_field: 'src', destination_ip_field: 'dst', protocol_field: 'proto' },
  ),
  convert: changed(
    { type: s.words('integer', 'long', 'double', 'float', 'boolean', 'string', 'ip', 'auto') },
    { field: 'status', type: 'integer' },
  ),
  copy: processor(
    {
      ...MISSING,
      source_field: s.text,
      target_field: s.text,
      remove_source: s.boolean,
      override_target: s.boolean,
    },
    { source_field: 'host', target_field: 'origin.host' },
  ),
  csv: processor(
    {
      ...FIELD,
      ...MISSING,
      target_fields: texts,
      separator: s.text,
      quote: s.text,
      trim: s.boolean,
      empty_value: s.anything,
    },
    { field: 'line', target_fields: ['id', 'name'] },
  ),
  date: processor(
    {
      ...FIELD,
      target_field: s.text,
      formats: texts,
      timezone: s.text,
      locale: s.text,
      output_format: s.text,
    },
    { field: 'time', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] },
  ),
  date_index_name: processor(
    {
      ...FIELD,
      date_formats: texts,
      date_rounding: s.text,
      index_name_prefix: s.text,
      index_name_format: s.text,
      timezone: s.text,
      locale: s.text,
    },
    { field: 'time', index_name_prefix: 'logs-', date_rounding: 'M' },
  ),
  dissect: processor(
    { ...FIELD, ...MISSING, pattern: s.text, append_separator: s.text },
    { field: 'message', pattern: '%{ip} [%{time}]' },
  ),
  dot_expander: processor({ ...FIELD, path: s.text }, { field: 'a.b' }),
  drop: processor({}, { if: "ctx.level == 'debug'" }),
  fail: processor({ message: s.text }, { message: 'no {{level}} here' }),
  fingerprint: processor(
    {
      ...MISSING,
      fields: texts,
      exclude_fields: texts,
      target_field: s.text,
      hash_method: s.words('MD5@2.16.0', 'SHA-1@2.16.0', 'SHA-256@2.16.0', 'SHA3-256@2.16.0'),
    },
    { fields: ['user'] },
  ),
  foreach: processor(
    { ...FIELD, ...MISSING, processor: s.ref('Processor') },
    { field: 'names', processor: { uppercase: { field: '_ingest._value' } } },
  ),
  geoip: changed(
    { database_file: s.text, properties: texts, first_only: s.boolean },
    { field: 'client', database_file: 'GeoLite2-City.mmdb' },
  ),
  grok: processor(
    {
      ...FIELD,
      ...MISSING,
      patterns: texts,
      pattern_definitions: s.mapOf(s.text),
      trace_match: s.boolean,
      ecs_compatibility: s.words('disabled', 'v1'),
    },
    { field: 'message', patterns: ['%{IP:client} %{WORD:verb}'] },
  ),
  gsub: changed(
    { pattern: s.text, replacement: s.text },
    { field: 'message', pattern: '-', replacement: '.' },
  ),
  html_strip: changed({}, message),
  join: processor(
    { ...FIELD, target_field: s.text, separator: s.text },
    { field: 'list', separator: '-' },
  ),
  json: processor({ ...FIELD, target_field: s.text, add_to_root: s.boolean }, message),
  kv: changed(
    {
      field_split: s.text,
      value_split: s.text,
      prefix: s.text,
      include_keys: texts,
      exclude_keys: texts,
      trim_key: s.text,
      trim_value: s.text,
      strip_brackets: s.boolean,
    },
    { field: 'message', field_split: ' ', value_split: '=' },
  ),
  lowercase: changed({}, message),
  network_direction: processor(
    {
      ...MISSING,
      source_ip: s.text,
      destination_ip: s.text,
      target_field: s.text,
      internal_networks: texts,
      internal_networks_field: s.text,
    },
    { source_ip: 's', destination_ip: 'd', internal_networks: ['10.0.0.0/8'] },
  ),
  pipeline: processor(
    { name: s.text, ignore_missing_pipeline: s.boolean },
    { name: 'other', ignore_missing_pipeline: true },
  ),
  registered_domain: changed({}, { field: 'fqdn', target_field: 'url' }),
  remove: processor({ ...MISSING, field: oneOrMore, exclude_field: oneOrMore }, { field: ['a'] }),
  remove_by_pattern: processor(
    { field_pattern: oneOrMore, exclude_field_pattern: oneOrMore },
    { field_pattern: 'tmp*' },
  ),
  rename: changed(
    { override_target: s.boolean, override: s.boolean },
    { field: 'a', target_field: 'b.c' },
  ),
  reroute: processor(
    { destination: s.text, type: s.text, dataset: oneOrMore, namespace: oneOrMore },
    { destination: 'elsewhere' },
  ),
  script: processor(
    {
      source: s.oneOf(s.text, s.mapOf(s.anything)),
      id: s.text,
      lang: s.words('painless'),
      params: s.mapOf(s.anything),
      options: s.mapOf(s.text),
      inline: { ...s.text, deprecated: true },
      stored: { ...s.text, deprecated: true },
    },
    { source: 'ctx.total = ctx.a * params.k', params: { k: 3 } },
  ),
  set: processor(
    {
      ...FIELD,
      value: s.anything,
      copy_from: s.text,
      override: s.boolean,
      ignore_empty_value: s.boolean,
    },
    { field: 'greeting', value: 'hello {{name}}' },
  ),
  sort: processor(
    { ...FIELD, target_field: s.text, order: s.words('asc', 'desc') },
    { field: 'list', order: 'desc' },
  ),
  split: changed(
    { separator: s.text, preserve_trailing: s.boolean },
    { field: 'message', separator: ',' },
  ),
  trim: changed({}, message),
  uppercase: changed({}, message),
  uri_parts: changed(
    { keep_original: s.boolean, remove_if_successful: s.boolean },
    { field: 'url', keep_original: false },
  ),
  urldecode: changed({}, message),
  user_agent: changed(
    { regex_file: s.text, properties: texts, ecs: s.boolean },
    { field: 'agent' },
  ),
};
