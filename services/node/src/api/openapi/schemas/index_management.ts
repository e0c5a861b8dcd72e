/** Schemas of indices: mappings, settings and aliases. */
import type { JsonObject, JsonValue } from '@skein/content';
import { NESTED_KEYS, parameterDefaults, propertyTypeNames, ROOT_KEYS } from '@skein/mapping';
import { INDEX_SETTINGS } from '@skein/settings';
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  described,
  list,
  mapOf,
  number,
  object,
  oneNamed,
  oneOf,
  ref,
  someNamed,
  text,
  textOrList,
  words,
} from './schema.js';

const ALIAS = {
  filter: ref('Query'),
  routing: text,
  index_routing: text,
  search_routing: text,
  is_write_index: boolean,
  is_hidden: boolean,
};
const resized = {
  body: {
    schema: ref('ResizeRequest'),
    example: { settings: { 'index.number_of_replicas': 0 } },
  },
  answer: {
    schema: ref('ResizedIndex'),
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
  if (typeof value === 'boolean') return oneOf(boolean, text);
  if (typeof value === 'number') return oneOf(number, text);
  return typeof value === 'string' ? oneOf(text, boolean, mapOf(anything)) : anything;
}

const DEFINITION = {
  settings: ref('IndexSettings'),
  mappings: ref('Mapping'),
  aliases: mapOf(ref('Alias')),
};

export const index_management: Described = {
  schemas: {
    Acknowledged: object({ acknowledged: boolean }, ['acknowledged']),
    Property: object({
      ...Object.fromEntries([...parameterDefaults()].map(([name, value]) => [name, like(value)])),
      ...Object.fromEntries([...NESTED_KEYS].map((name) => [name, boolean])),
      type: words(...propertyTypeNames()),
      dynamic: oneOf(boolean, text),
      fields: mapOf(ref('Property')),
      properties: mapOf(ref('Property')),
      copy_to: textOrList,
      path: described('Of an alias.', text),
    }),
    Mapping: object({
      ...Object.fromEntries([...ROOT_KEYS].map((name) => [name, mapOf(anything)])),
      properties: mapOf(ref('Property')),
      dynamic: oneOf(boolean, text),
      dynamic_templates: list(mapOf(anything)),
      dynamic_date_formats: list(text),
      date_detection: boolean,
      numeric_detection: boolean,
      enabled: boolean,
      subobjects: boolean,
      type: text,
    }),
    IndexSettings: described(
      'Nested or with dotted names, with or without `index.` before them.',
      someNamed(settingNames(), anything),
    ),
    Alias: closed(ALIAS),
    IndexDefinition: closed(DEFINITION),
    IndexDescription: object({
      ...DEFINITION,
      defaults: mapOf(anything),
      data_stream: text,
    }),
    CreatedIndex: object({ acknowledged: boolean, shards_acknowledged: boolean, index: text }, [
      'acknowledged',
      'shards_acknowledged',
      'index',
    ]),
    ResizedIndex: object({
      acknowledged: boolean,
      shards_acknowledged: boolean,
      index: text,
      task: text,
    }),
    AliasActions: closed({ actions: list(ref('AliasAction')) }, ['actions']),
    AliasAction: described(
      'One member.',
      oneNamed(
        ['add', 'remove', 'remove_index'],
        object({
          index: textOrList,
          indices: list(text),
          alias: text,
          aliases: list(text),
          ...ALIAS,
          must_exist: boolean,
        }),
      ),
    ),
    ResizeRequest: closed({
      settings: ref('IndexSettings'),
      aliases: mapOf(ref('Alias')),
      max_shard_size: text,
    }),
  },
  shapes: {
    'indices.create': {
      body: {
        schema: ref('IndexDefinition'),
        example: {
          settings: { number_of_shards: 1, number_of_replicas: 0 },
          mappings: { properties },
          aliases: { library: {} },
        },
      },
      answer: {
        schema: ref('CreatedIndex'),
        example: { acknowledged: true, shards_acknowledged: true, index: 'books' },
      },
    },
    'indices.get': {
      answer: {
        schema: mapOf(ref('IndexDescription')),
        example: { books: { aliases: { library: {} }, mappings: { properties }, settings: {} } },
      },
    },
    'indices.put_mapping': {
      body: { schema: ref('Mapping'), example: { properties: { year: { type: 'short' } } } },
      answer: acknowledged,
    },
    'indices.get_mapping': {
      answer: {
        schema: mapOf(object({ mappings: ref('Mapping') }, ['mappings'])),
        example: { books: { mappings: { properties } } },
      },
    },
    'indices.put_settings': {
      body: { schema: ref('IndexSettings'), example: { index: { refresh_interval: '5s' } } },
      answer: acknowledged,
    },
    'indices.get_settings': {
      answer: {
        schema: mapOf(
          object({ settings: ref('IndexSettings'), defaults: ref('IndexSettings') }, ['settings']),
        ),
        example: { books: { settings: { index: { refresh_interval: '5s' } } } },
      },
    },
    'indices.update_aliases': {
      body: {
        schema: ref('AliasActions'),
        example: { actions: [{ add: { index: 'books', alias: 'shelf' } }] },
      },
      answer: acknowledged,
    },
    'indices.put_alias': {
      body: { schema: ref('Alias'), example: { routing: '1' } },
      answer: acknowledged,
    },
    'indices.clone': resized,
    'indices.shrink': resized,
    'indices.split': resized,
    'indices.get_alias': {
      answer: {
        schema: mapOf(object({ aliases: mapOf(ref('Alias')) }, ['aliases'])),
        example: { books: { aliases: { shelf: {} } } },
      },
    },
  },
};
