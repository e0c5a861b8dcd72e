/** Schemas of indices: mappings, settings, aliases and templates. */
import {
  anything,
  boolean,
  type Described,
  described,
  integer,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
} from './schema.js';

const acknowledged = { schema: ref('Acknowledged'), example: { acknowledged: true } };
const properties = { title: { type: 'text' }, pages: { type: 'integer' } };

export const index_management: Described = {
  schemas: {
    Acknowledged: object({ acknowledged: boolean }, ['acknowledged']),
    Property: object({
      type: text,
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
      mapOf(anything),
    ),
    Alias: object({
      filter: ref('Query'),
      routing: text,
      index_routing: text,
      search_routing: text,
      is_write_index: boolean,
      is_hidden: boolean,
    }),
    IndexDefinition: object({
      settings: ref('IndexSettings'),
      mappings: ref('Mapping'),
      aliases: mapOf(ref('Alias')),
    }),
    CreatedIndex: object({ acknowledged: boolean, shards_acknowledged: boolean, index: text }, [
      'acknowledged',
      'shards_acknowledged',
      'index',
    ]),
    AliasActions: object(
      {
        actions: list(
          described(
            'One member: `add`, `remove` or `remove_index`.',
            mapOf(
              object({
                index: text,
                indices: list(text),
                alias: text,
                aliases: list(text),
                filter: ref('Query'),
                routing: text,
                is_write_index: boolean,
                must_exist: boolean,
              }),
            ),
          ),
        ),
      },
      ['actions'],
    ),
    IndexTemplate: object(
      {
        index_patterns: oneOf(text, list(text)),
        template: ref('IndexDefinition'),
        composed_of: list(text),
        priority: integer,
        version: integer,
        data_stream: mapOf(anything),
        _meta: mapOf(anything),
      },
      ['index_patterns'],
    ),
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
    'indices.get_alias': {
      answer: {
        schema: mapOf(object({ aliases: mapOf(ref('Alias')) }, ['aliases'])),
        example: { books: { aliases: { shelf: {} } } },
      },
    },
    'indices.put_index_template': {
      body: {
        schema: ref('IndexTemplate'),
        example: {
          index_patterns: ['books-*'],
          priority: 10,
          template: { settings: { number_of_shards: 2 }, mappings: { properties } },
        },
      },
      answer: acknowledged,
    },
    'indices.get_index_template': {
      answer: {
        schema: object(
          {
            index_templates: list(
              object({ name: text, index_template: ref('IndexTemplate') }, [
                'name',
                'index_template',
              ]),
            ),
          },
          ['index_templates'],
        ),
        example: {
          index_templates: [
            { name: 'books', index_template: { index_patterns: ['books-*'], composed_of: [] } },
          ],
        },
      },
    },
  },
};
