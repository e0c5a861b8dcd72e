/** Schemas of indices: mappings, settings and aliases. */
import type { JsonObject, JsonValue } from '@skein/content';
import { NESTED_KEYS, parameterDefaults, propertyTypeNames, ROOT_KEYS } from '@skein/mapping';
import { INDEX_SETTINGS } from '@skein/settings';
import type { Described } from './schema.js';
import * as s from './schema.js';

const ALIAS = {
  filter: s.ref('Query'),
  routing: s.text,
  index_routing: s.text,
  search_routing: s.text,
  is_write_index: s.boolean,
  is_hidden: s.boolean,
};
const resized = {
  body: {
    schema: s.ref('ResizeRequest'),
    example: { settings: { 'index.number_of_replicas': 0 } },
  },
  answer: {
    schema: s.ref('ResizedIndex'),
    example: { acknowledged: true, shards_acknowledged: true, index: 'books-2' },
  },
};

const properties = { title: { type: 'text' }, pages: { type: 'integer' } };

/** Settings whose names are chosen by users are left out. */
function settingNames(): readonly string[] {
  return INDEX_SETTINGS.all.map(({ key }) => key).filter((key) => !key.includes('*'));
}

/** The type of a parameter's values, as far as its default shows it. */
function like(value: JsonValue): JsonObject {
  if (typeof value === 'boolean') return s.oneOf(s.boolean, s.text);
  if (typeof value === 'number') return s.oneOf(s.number, s.text);
  return typeof value === 'string' ? s.oneOf(s.text, s.boolean, s.mapOf(s.anything)) : s.anything;
}

const DEFINITION = {
  settings: s.ref('IndexSettings'),
  mappings: s.ref('Mapping'),
  aliases: s.mapOf(s.ref('Alias')),
};

export const index_management: Described = {
  schemas: {
    Acknowledged: s.object({ acknowledged: s.boolean }, ['acknowledged']),
    Property: s.object({
      ...Object.fromEntries([...parameterDefaults()].map(([name, value]) => [name, like(value)])),
      ...Object.fromEntries([...NESTED_KEYS].map((name) => [name, s.boolean])),
      type: s.words(...propertyTypeNames()),
      dynamic: s.oneOf(s.boolean, s.text),
      fields: s.mapOf(s.ref('Property')),
      properties: s.mapOf(s.ref('Property')),
      copy_to: s.textOrList,
      path: s.described('Of an alias.', s.text),
    }),
    Mapping: s.object({
      ...Object.fromEntries([...ROOT_KEYS].map((name) => [name, s.mapOf(s.anything)])),
      properties: s.mapOf(s.ref('Property')),
      dynamic: s.oneOf(s.boolean, s.text),
      dynamic_templates: s.list(s.mapOf(s.anything)),
      dynamic_date_formats: s.list(s.text),
      date_detection: s.boolean,
      numeric_detection: s.boolean,
      enabled: s.boolean,
      subobjects: s.boolean,
      type: s.text,
    }),
    IndexSettings: s.described(
      'Nested or with dotted names, with or without `index.` before them.',
      s.someNamed(settingNames(), s.anything),
    ),
    Alias: s.closed(ALIAS),
    IndexDefinition: s.closed(DEFINITION),
    IndexDescription: s.object({
      ...DEFINITION,
      defaults: s.mapOf(s.anything),
      data_stream: s.text,
    }),
    CreatedIndex: s.object(
      { acknowledged: s.boolean, shards_acknowledged: s.boolean, index: s.text },
      ['acknowledged', 'shards_acknowledged', 'index'],
    ),
    ResizedIndex: s.object({
      acknowledged: s.boolean,
      shards_acknowledged: s.boolean,
      index: s.text,
      task: s.text,
    }),
    AliasActions: s.closed({ actions: s.list(s.ref('AliasAction')) }, ['actions']),
    AliasAction: s.described(
      'One member.',
      s.oneNamed(
        ['add', 'remove', 'remove_index'],
        s.object({
          index: s.text,
          indices: s.textOrList,
          alias: s.text,
          aliases: s.textOrList,
          ...ALIAS,
          must_exist: s.boolean,
        }),
      ),
    ),
    ResizeRequest: s.closed({
      settings: s.ref('IndexSettings'),
      aliases: s.mapOf(s.ref('Alias')),
      max_shard_size: s.text,
    }),
  },
  shapes: {
    'indices.create': {
      body: {
        schema: s.ref('IndexDefinition'),
        example: {
          settings: { number_of_shards: 1, number_of_replicas: 0 },
          mappings: { properties },
          aliases: { library: {} },
        },
      },
      answer: {
        schema: s.ref('CreatedIndex'),
        example: { acknowledged: true, shards_acknowledged: true, index: 'books' },
      },
    },
    'indices.get': {
      answer: {
        schema: s.mapOf(s.ref('IndexDescription')),
        example: { books: { aliases: { library: {} }, mappings: { properties }, settings: {} } },
      },
    },
    'indices.put_mapping': {
      body: { schema: s.ref('Mapping'), example: { properties: { year: { type: 'short' } } } },
      answer: s.acknowledged,
    },
    'indices.get_mapping': {
      answer: {
        schema: s.mapOf(s.object({ mappings: s.ref('Mapping') }, ['mappings'])),
        example: { books: { mappings: { properties } } },
      },
    },
    'indices.put_settings': {
      body: { schema: s.ref('IndexSettings'), example: { index: { refresh_interval: '5s' } } },
      answer: s.acknowledged,
    },
    'indices.get_settings': {
      answer: {
        schema: s.mapOf(
          s.object({ settings: s.ref('IndexSettings'), defaults: s.ref('IndexSettings') }, [
            'settings',
          ]),
        ),
        example: { books: { settings: { index: { refresh_interval: '5s' } } } },
      },
    },
    'indices.update_aliases': {
      body: {
        schema: s.ref('AliasActions'),
        example: { actions: [{ add: { index: 'books', alias: 'shelf' } }] },
      },
      answer: s.acknowledged,
    },
    'indices.put_alias': {
      body: { schema: s.ref('Alias'), example: { routing: '1' } },
      answer: s.acknowledged,
    },
    'indices.clone': resized,
    'indices.shrink': resized,
    'indices.split': resized,
    'indices.get_alias': {
      answer: {
        schema: s.mapOf(s.object({ aliases: s.mapOf(s.ref('Alias')) }, ['aliases'])),
        example: { books: { aliases: { shelf: {} } } },
      },
    },
  },
};
