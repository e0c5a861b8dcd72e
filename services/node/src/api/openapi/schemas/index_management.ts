/** Schemas of indices: mappings, settings and aliases. */
import { propertyTypeNames } from '@skein/mapping';
import { INDEX_SETTINGS } from '@skein/settings';
import {
  anything,
  boolean,
  closed,
  type Described,
  described,
  list,
  mapOf,
  object,
  oneNamed,
  oneOf,
  ref,
  someNamed,
  text,
  words,
} from './schema.js';

const acknowledged = { schema: ref('Acknowledged'), example: { acknowledged: true } };
const properties = { title: { type: 'text' }, pages: { type: 'integer' } };

/** Settings whose names are chosen by users are left out. */
function settingNames(): readonly string[] {
  return INDEX_SETTINGS.all.map(({ key }) => key).filter((key) => !key.includes('*'));
}

export const index_management: Described = {
  schemas: {
    Acknowledged: object({ acknowledged: boolean }, ['acknowledged']),
    Property: object({
      type: words(...propertyTypeNames()),
      analyzer: text,
      format: text,
      index: boolean,
      doc_values: boolean,
      store: boolean,
      fields: mapOf(ref('Property')),
      properties: mapOf(ref('Property')),
      copy_to: oneOf(text, list(text)),
    }),
    Mapping: object({
      properties: mapOf(ref('Property')),
      dynamic: oneOf(boolean, text),
      dynamic_templates: list(mapOf(anything)),
      date_detection: boolean,
      numeric_detection: boolean,
      _source: mapOf(anything),
      _routing: mapOf(anything),
      _meta: mapOf(anything),
    }),
    IndexSettings: described(
      'Nested or with dotted names, with or without `index.` before them.',
      someNamed(settingNames(), anything),
    ),
    Alias: closed({
      filter: ref('Query'),
      routing: text,
      index_routing: text,
      search_routing: text,
      is_write_index: boolean,
      is_hidden: boolean,
    }),
    IndexDefinition: closed({
      settings: ref('IndexSettings'),
      mappings: ref('Mapping'),
      aliases: mapOf(ref('Alias')),
    }),
    CreatedIndex: object({ acknowledged: boolean, shards_acknowledged: boolean, index: text }, [
      'acknowledged',
      'shards_acknowledged',
      'index',
    ]),
    AliasActions: closed({ actions: list(ref('AliasAction')) }, ['actions']),
    AliasAction: described(
      'One member.',
      oneNamed(
        ['add', 'remove', 'remove_index'],
        object({
          index: oneOf(text, list(text)),
          indices: list(text),
          alias: text,
          aliases: list(text),
          filter: ref('Query'),
          routing: text,
          index_routing: text,
          search_routing: text,
          is_write_index: boolean,
          is_hidden: boolean,
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
        schema: mapOf(ref('IndexDefinition')),
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
        schema: mapOf(object({ settings: ref('IndexSettings') }, ['settings'])),
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
    'indices.clone': {
      body: {
        schema: ref('ResizeRequest'),
        example: { settings: { 'index.number_of_replicas': 0 } },
      },
      answer: {
        schema: ref('CreatedIndex'),
        example: { acknowledged: true, shards_acknowledged: true, index: 'books-2' },
      },
    },
    'indices.get_alias': {
      answer: {
        schema: mapOf(object({ aliases: mapOf(ref('Alias')) }, ['aliases'])),
        example: { books: { aliases: { shelf: {} } } },
      },
    },
  },
};
