/** Schemas of index templates, component templates, rollovers and the analysis of texts. */
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  integer,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  textOrList,
} from './schema.js';

const properties = { title: { type: 'text' }, pages: { type: 'integer' } };
const definition = {
  settings: ref('IndexSettings'),
  mappings: ref('Mapping'),
  aliases: mapOf(ref('Alias')),
};

export const templates: Described = {
  schemas: {
    TemplateBody: closed({
      ...definition,
      lifecycle: object({ data_retention: text, enabled: boolean }),
    }),
    IndexTemplate: closed(
      {
        index_patterns: textOrList,
        template: ref('TemplateBody'),
        composed_of: list(text),
        ignore_missing_component_templates: list(text),
        allow_auto_create: boolean,
        priority: integer,
        version: integer,
        data_stream: closed({
          timestamp_field: closed({ name: text }),
          hidden: boolean,
          allow_custom_routing: boolean,
        }),
        _meta: mapOf(anything),
      },
      ['index_patterns'],
    ),
    ComponentTemplate: closed({
      template: ref('TemplateBody'),
      version: integer,
      _meta: mapOf(anything),
    }),
    LegacyTemplate: closed({
      index_patterns: textOrList,
      template: text,
      order: integer,
      version: integer,
      ...definition,
    }),
    RolloverRequest: closed({
      conditions: closed(
        Object.fromEntries(
          ['max', 'min'].flatMap((kind) => [
            [`${kind}_age`, text],
            [`${kind}_docs`, integer],
            [`${kind}_size`, text],
            [`${kind}_primary_shard_size`, text],
            [`${kind}_primary_shard_docs`, integer],
          ]),
        ),
      ),
      ...definition,
    }),
    AnalyzeRequest: closed({
      text: textOrList,
      analyzer: text,
      tokenizer: oneOf(text, mapOf(anything)),
      filter: list(oneOf(text, mapOf(anything))),
      char_filter: list(oneOf(text, mapOf(anything))),
      normalizer: text,
      field: text,
      explain: boolean,
      attributes: list(text),
    }),
    Token: object(
      {
        token: text,
        start_offset: integer,
        end_offset: integer,
        type: text,
        position: integer,
        positionLength: integer,
      },
      ['token', 'start_offset', 'end_offset', 'type', 'position'],
    ),
  },
  shapes: {
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
    'cluster.put_component_template': {
      body: {
        schema: ref('ComponentTemplate'),
        example: { template: { mappings: { properties } }, version: 1 },
      },
      answer: acknowledged,
    },
    'cluster.get_component_template': {
      answer: {
        schema: object(
          {
            component_templates: list(
              object({ name: text, component_template: ref('ComponentTemplate') }),
            ),
          },
          ['component_templates'],
        ),
        example: {
          component_templates: [
            { name: 'titles', component_template: { template: { mappings: { properties } } } },
          ],
        },
      },
    },
    'indices.put_template': {
      body: {
        schema: ref('LegacyTemplate'),
        example: { index_patterns: ['old-*'], settings: { number_of_shards: 1 } },
      },
      answer: acknowledged,
    },
    'indices.rollover': {
      body: { schema: ref('RolloverRequest'), example: { conditions: { max_docs: 1 } } },
      answer: {
        schema: object(
          {
            acknowledged: boolean,
            shards_acknowledged: boolean,
            old_index: text,
            new_index: text,
            rolled_over: boolean,
            dry_run: boolean,
            lazy: boolean,
            conditions: mapOf(boolean),
          },
          ['acknowledged', 'old_index', 'new_index', 'rolled_over', 'dry_run', 'conditions'],
        ),
        example: {
          acknowledged: false,
          shards_acknowledged: false,
          old_index: 'rolling-000001',
          new_index: 'rolling-000002',
          rolled_over: false,
          dry_run: false,
          conditions: { '[max_docs: 1]': false },
        },
      },
    },
    'indices.analyze': {
      body: {
        schema: ref('AnalyzeRequest'),
        example: { analyzer: 'standard', text: 'Moby Dick' },
      },
      answer: {
        schema: object({ tokens: list(ref('Token')), detail: mapOf(anything) }),
        example: {
          tokens: [
            { token: 'moby', start_offset: 0, end_offset: 4, type: '<ALPHANUM>', position: 0 },
            { token: 'dick', start_offset: 5, end_offset: 9, type: '<ALPHANUM>', position: 1 },
          ],
        },
      },
    },
  },
};
