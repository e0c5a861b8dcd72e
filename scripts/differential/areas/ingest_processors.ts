/**
 * The settings of each processor, by its name: each `required` setting is left out once in thirty
 * times, the others are set at times.
 */
import type { Json } from '../json.ts';

export interface Settings {
  readonly required?: Choices;
  readonly optional?: Choices;
}

type Choices = { readonly [setting: string]: readonly Json[] };

/** The field names of documents, and paths that name parts of them. */
export const FIELDS: readonly string[] = [
  ...['text', 'number', 'decimal', 'flag', 'list', 'numbers', 'object', 'objects', 'nothing'],
  ...['date', 'size', 'row', 'pairs', 'json', 'ip', 'html', 'url', 'agent', 'log'],
];
const PATHS: readonly string[] = [
  ...FIELDS,
  ...['object.a', 'object.b.c', 'list.0', 'list.7', 'objects.0.a', 'object.nope', 'text.x', 'nope'],
  ...['dot.ted', '_index', '_id', '_ingest.mine', '_source.text', 'numbers.1'],
];
const TARGETS: readonly string[] = [...PATHS, 'target', 'target', 'target.in', 'object.target'];
const VALUES: readonly Json[] = [
  ...['x', '', '{{text}}', '{{{object}}}', '{{list}} {{nope}}', '{{#list}}<{{.}}>{{/list}}'],
  ...['{{_index}}/{{_id}}', '{{&html}}', '{{html}}', '{{numbers.1}}'],
  ...[7, -0.5, true, null, 12345678901],
  ['a', 'b', '{{text}}'],
  { a: '{{number}}', b: [1, { c: '{{text}}' }] },
];
const BOOLEANS: readonly Json[] = [true, false, 'true', 'nope', 1];
const YES: readonly Json[] = [true, true, true, false];

const onStrings = (likely: readonly string[]): Settings => ({
  required: { field: [...likely, ...likely, ...likely, ...PATHS] },
  optional: { target_field: TARGETS, ignore_missing: YES },
});

export const PROCESSORS: { readonly [type: string]: Settings } = {
  append: {
    required: { field: TARGETS, value: VALUES },
    optional: { allow_duplicates: BOOLEANS },
  },
  bytes: onStrings(['size']),
  community_id: {
    required: { source_ip_field: ['ip', 'text'], destination_ip_field: ['ip', 'ip6'] },
    optional: {
      source_port_field: ['port', 'number'],
      destination_port_field: ['port', 'decimal'],
      iana_protocol_number_field: ['number', 'six'],
      protocol_field: ['protocol', 'text'],
      icmp_type_field: ['six'],
      icmp_code_field: ['six', 'number'],
      seed: [0, 1, 65535, 65536, -1],
      target_field: TARGETS,
      ignore_missing: YES,
    },
  },
  convert: {
    required: {
      field: [...PATHS, 'numeric', 'numeric', 'numeric'],
      type: ['integer', 'long', 'float', 'double', 'string', 'boolean', 'ip', 'auto', 'nope'],
    },
    optional: { target_field: TARGETS, ignore_missing: YES },
  },
  copy: {
    required: { source_field: [...PATHS, '', '{{text}}'], target_field: TARGETS },
    optional: { ignore_missing: YES, override_target: YES, remove_source: YES },
  },
  csv: {
    required: {
      field: ['row', 'row', 'row', 'text', 'number', 'nope'],
      target_fields: [['a', 'b'], ['a', 'b', 'c'], ['object.x', 'y'], 'one', []],
    },
    optional: {
      separator: [',', ';', ' ', '\t', ',,'],
      quote: ['"', "'", 'no'],
      trim: YES,
      empty_value: ['-', 0, ''],
      ignore_missing: YES,
    },
  },
  date: {
    required: {
      field: ['date', 'date', 'date', 'date', 'text', 'number', 'nope'],
      formats: [
        ['ISO8601'],
        ['UNIX'],
        ['UNIX_MS'],
        ['TAI64N'],
        ['yyyy-MM-dd'],
        ['yyyy/MM/dd HH:mm:ss', 'dd/MMM/yyyy:HH:mm:ss Z'],
        ['ISO8601', 'UNIX', 'UNIX_MS', 'yyyy/MM/dd HH:mm:ss', 'dd/MMM/yyyy:HH:mm:ss Z'],
        ['MMM d HH:mm:ss', 'MMM dd HH:mm:ss'],
        ['EEE MMM dd HH:mm:ss yyyy'],
        ['nope'],
      ],
    },
    optional: {
      target_field: ['date', 'target'],
      timezone: ['Europe/Berlin', '+05:30', 'America/New_York', '{{zone}}', 'nope'],
      locale: ['en', 'ENGLISH', '{{locale}}', 'en-US'],
      output_format: ['yyyy-MM-dd', "yyyy-MM-dd'T'HH:mm:ssXXX", 'uuuu.DDD', 'b?'],
    },
  },
  date_index_name: {
    required: {
      field: ['date', 'date', 'date', 'text'],
      date_rounding: ['y', 'M', 'w', 'd', 'h', 'q'],
    },
    optional: {
      date_formats: [['ISO8601'], ['ISO8601', 'UNIX', 'yyyy/MM/dd HH:mm:ss'], ['UNIX_MS']],
      index_name_prefix: ['logs-', '{{text}}-', ''],
      index_name_format: ['yyyy-MM', 'yyyy.MM.dd', 'w', '{{zone}}'],
      timezone: ['Europe/Berlin', 'nope', '-03:00'],
      locale: ['en'],
    },
  },
  dissect: {
    required: {
      field: ['log', 'log', 'row', 'pairs', 'text', 'nope', 'number'],
      pattern: [
        '%{a} %{b} %{c}',
        '%{a->} %{b}',
        '%{+a/2} %{+a/1} %{b}',
        '%{a},%{b},%{c}',
        '%{*k}=%{&k} %{}',
        '%{?k} - %{a} [%{b}]',
        '[%{a}] %{?skip} %{+x} %{+x}',
        'no keys',
        '%{a}%{b}',
        '%{object.target}|%{b}',
        '%{+a} %{+a}',
        '',
      ],
    },
    optional: { append_separator: [' ', '-', ''], ignore_missing: YES },
  },
  dot_expander: {
    required: { field: ['dot.ted', 'dot.ted', 'ted', 'a.b', 'nope', '.a'] },
    optional: { path: ['object', 'text', 'nope'] },
  },
  drop: {},
  fail: { required: { message: ['failed {{text}}', 'x', '', '{{list}}', 7] } },
  fingerprint: {
    optional: {
      fields: [
        ['text'],
        ['list', 'object'],
        ['number', 'flag', 'nothing'],
        ['nope'],
        ['object.b.c', 'decimal'],
      ],
      exclude_fields: [['text', 'list'], ['nope'], ['object']],
      hash_method: ['MD5@2.16.0', 'SHA-1@2.16.0', 'SHA-256@2.16.0', 'SHA3-256@2.16.0', 'MD5'],
      target_field: TARGETS,
      ignore_missing: YES,
    },
  },
  foreach: {
    required: {
      field: ['list', 'list', 'numbers', 'objects', 'objects', 'nope', 'nothing'],
      processor: [
        { uppercase: { field: '_ingest._value' } },
        { set: { field: '_ingest._value.n', value: '{{_ingest._key}}' } },
        { set: { field: '_ingest._value', value: '<{{_ingest._value}}>' } },
        { remove: { field: '_ingest._value.a' } },
        { convert: { field: '_ingest._value', type: 'integer' } },
        {
          convert: {
            field: '_ingest._value',
            type: 'string',
            on_failure: [{ set: { field: 'f', value: 1 } }],
          },
        },
        { append: { field: 'target', value: '{{_ingest._value}}' } },
        { foreach: { field: '_ingest._value', processor: { trim: { field: '_ingest._value' } } } },
        { nope: {} },
        {},
      ],
    },
    optional: { ignore_missing: YES },
  },
  grok: {
    required: {
      field: ['log', 'log', 'log', 'text', 'url', 'ip', 'nope', 'number'],
      patterns: [
        ['%{COMMONAPACHELOG}'],
        ['%{COMBINEDAPACHELOG}'],
        ['%{SYSLOGLINE}'],
        ['%{WORD:a} %{NUMBER:b:int}', '%{WORD:a} %{GREEDYDATA:rest}'],
        ['%{IP:a}', '%{URI:a}'],
        ['%{MINE:mine} %{WORD:w}'],
        ['(?<year>\\d{4})-%{MONTHNUM:m:long}'],
        ['%{TIMESTAMP_ISO8601:t} %{LOGLEVEL:l} %{DATA:d}$'],
        ['%{NUMBER:n:float}%{WORD:u}'],
        ['%{HOSTNAME:h}|%{QS:q}'],
        ['%{NOPE:x}'],
        [],
      ],
    },
    optional: {
      pattern_definitions: [
        { MINE: '[a-z]+' },
        { MINE: '%{WORD}(?:-%{INT:i:int})?' },
        { MINE: '%{MINE}' },
      ],
      trace_match: YES,
      ignore_missing: YES,
    },
  },
  gsub: {
    required: {
      field: ['text', 'log', 'url', 'html', 'list', 'number', 'nope'],
      pattern: [
        '[aeiou]',
        '(\\w+) (\\w+)',
        '\\s+',
        '^',
        '(?i)THE',
        '\\.',
        'x*',
        '\\p{Lu}',
        '(?<n>\\d)',
        '(',
        '\\bfo',
      ],
      replacement: ['-', '$2 $1', '', '\\$', '$0$0', '\\u0024x', '$9'],
    },
    optional: { target_field: TARGETS, ignore_missing: YES },
  },
  html_strip: onStrings(['html', 'html']),
  join: {
    required: {
      field: ['list', 'list', 'numbers', 'objects', 'text', 'nope', 'mixed'],
      separator: ['-', '', ', '],
    },
    optional: { target_field: TARGETS },
  },
  json: {
    required: { field: ['json', 'json', 'json', 'text', 'number', 'object', 'nothing', 'nope'] },
    optional: { target_field: TARGETS, add_to_root: YES },
  },
  kv: {
    required: {
      field: ['pairs', 'pairs', 'pairs', 'text', 'list', 'nope'],
      field_split: [' ', '&', '[ &]', ' (?=[a-z]+=)', ','],
      value_split: ['=', ':', '[=:]', '=+'],
    },
    optional: {
      target_field: ['target', 'object', 'text'],
      include_keys: [['a', 'b'], ['nope']],
      exclude_keys: [['a'], ['b', 'c']],
      prefix: ['p_', 'p.'],
      trim_key: ['a', ' '],
      trim_value: ['"', '<> '],
      strip_brackets: YES,
      ignore_missing: YES,
    },
  },
  lowercase: onStrings(['text', 'list']),
  pipeline: {
    required: { name: ['nope', '{{text}}'] },
    optional: {},
  },
  remove: {
    optional: {
      field: [...PATHS, ['text', 'list'], ['nope', 'text'], '{{text}}'],
      exclude_field: ['text', ['text', 'object'], '_id'],
      ignore_missing: YES,
    },
  },
  remove_by_pattern: {
    optional: {
      field_pattern: ['t*', ['o*', '*t'], '*', '_id', 'object.*', 'a#b'],
      exclude_field_pattern: ['t*', ['o*', '*t'], '*'],
    },
  },
  rename: {
    required: { field: PATHS, target_field: TARGETS },
    optional: { ignore_missing: YES, override_target: YES },
  },
  script: {
    required: {
      source: [
        'ctx.target = 1',
        "ctx.target = ctx.text + '!'",
        'ctx.number += 1',
        "ctx.remove('text')",
        'ctx.list.add(ctx.number)',
        'ctx.object.b.c = params.p',
        'ctx.target = ctx.nope.x',
        'for (e in ctx.objects) { e.n = e.a }',
        "ctx._index = 'else'",
        'ctx.target = ctx.decimal / ctx.number',
        'ctx.target = ctx.keySet().size()',
        "ctx.target = ctx.date.splitOnToken('-')",
        'ctx.target = Processors.bytes(ctx.size)',
        'ctx.target = Processors.lowercase(ctx.text)',
        'ctx.target = Processors.json(ctx.json)',
        'ctx.self = ctx',
        'nope(',
      ],
    },
    optional: { params: [{ p: 1 }, { p: [1, 'x'] }, { p: null }], lang: ['painless', 'nope'] },
  },
  set: {
    required: { field: TARGETS, value: VALUES },
    optional: { override: YES, ignore_empty_value: YES },
  },
  sort: {
    required: { field: ['list', 'list', 'numbers', 'numbers', 'mixed', 'objects', 'text', 'nope'] },
    optional: { order: ['asc', 'desc', 'DESC', 'nope'], target_field: TARGETS },
  },
  split: {
    required: {
      field: ['text', 'log', 'row', 'url', 'number', 'nope', 'list'],
      separator: [' ', ',', '\\s+', '', '[/.]', '(?=o)', 'o*', '\\|', '('],
    },
    optional: { target_field: TARGETS, ignore_missing: YES, preserve_trailing: YES },
  },
  trim: onStrings(['text', 'list']),
  uppercase: onStrings(['text', 'list']),
  urldecode: onStrings(['url', 'text']),
  user_agent: {
    required: { field: ['text', 'number', 'nope', 'nothing'] },
    optional: {
      properties: [['name'], ['os', 'device'], ['nope'], []],
      target_field: TARGETS,
      ignore_missing: YES,
      regex_file: ['nope.yml'],
    },
  },
};

/** Settings that every processor has. */
export const COMMON: Choices = {
  tag: ['t1', 't1', '', 7],
  description: ['what it does', ''],
  ignore_failure: YES,
  if: [
    'ctx.number > 3',
    'ctx.nope == null',
    "ctx.object?.b?.c != 'x'",
    'ctx.nope.x == 1',
    'ctx.flag',
    "ctx.text.contains('o')",
    'ctx.text =~ /o/',
    'true',
    'ctx.list.size() > 1 && ctx.list[0] instanceof String',
    "ctx._index == '_index'",
    'nope(',
  ],
};
