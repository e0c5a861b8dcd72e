/** Schemas of index templates, component templates, rollovers and the analysis of texts. */

import type { Described } from './schema.js';
import * as s from './schema.js';

const properties = { title: { type: 'text' }, pages: { type: 'integer' } };
const definition = {
  settings: s.ref('IndexSettings'),
  mappings: s.ref('Mapping'),
  aliases: s.mapOf(s.ref('Alias')),
};

export const templates: Described = {
  schemas: {
    TemplateBody: s.closed({
      ...definition,
      lifecycle: s.object({ data_retention: s.text, enabled: s.boolean }),
    }),
    IndexTemplate: s.closed(
      {
        index_patterns: s.textOrList,
        template: s.ref('TemplateBody'),
        composed_of: s.list(s.text),
        ignore_missing_component_templates: s.list(s.text),
        allow_auto_create: s.boolean,
        priority: s.integer,
        version: s.integer,
        data_stream: s.closed({
          timestamp_field: s.closed({ name: s.text }),
          hidden: s.boolean,
          allow_custom_routing: s.boolean,
        }),
        _meta: s.mapOf(s.anything),
      },
      ['index_patterns'],
    ),
    ComponentTemplate: s.closed({
      template: s.ref('TemplateBody'),
      version: s.integer,
      _meta: s.mapOf(s.anything),
    }),
    LegacyTemplate: s.closed({
      index_patterns: s.textOrList,
      template: s.text,
      order: s.integer,
      version: s.integer,
      ...definition,
    }),
    RolloverRequest: s.closed({
      conditions: s.closed(
        Object.fromEntries(
          ['max', 'min'].flatMap((kind) => [
            [`${kind}_age`, s.text],
            [`${kind}_docs`, s.integer],
            [`${kind}_size`, s.text],
            [`${kind}_primary_shard_size`, s.text],
            [`${kind}_primary_shard_docs`, s.integer],
          ]),
        ),
      ),
      ...definition,
    }),
    AnalyzeRequest: s.closed({
      text: s.textOrList,
      analyzer: s.text,
      tokenizer: s.oneOf(s.text, s.mapOf(s.anything)),
      filter: s.list(s.oneOf(s.text, s.mapOf(s.anything))),
      char_filter: s.list(s.oneOf(s.text, s.mapOf(s.anything))),
      normalizer: s.text,
      field: s.text,
      explain: s.boolean,
      attributes: s.list(s.text),
    }),
    Token: s.object(
      {
        token: s.text,
        start_offset: s.integer,
        end_offset: s.integer,
        type: s.text,
        position: s.integer,
        positionLength: s.integer,
      },
      ['token', 'start_offset', 'end_offset', 'type', 'position'],
    ),
  },
  shapes: {
    'indices.put_index_template': {
      body: {
        schema: s.ref('IndexTemplate'),
        example: {
          index_patterns: ['books-*'],
          priority: 10,
          template: { settings: { number_of_shards: 2 }, mappings: { properties } },
        },
      },
      answer: s.acknowledged,
    },
    'indices.get_index_template': {
      answer: {
        schema: s.object(
          {
            index_templates: s.list(
              s.object({ name: s.text, index_template: s.ref('IndexTemplate') }, [
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
        schema: s.ref('ComponentTemplate'),
        example: { template: { mappings: { properties } }, version: 1 },
      },
      answer: s.acknowledged,
    },
    'cluster.get_component_template': {
      answer: {
        schema: s.object(
          {
            component_templates: s.list(
              s.object({ name: s.text, component_template: s.ref('ComponentTemplate') }),
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
        schema: s.ref('LegacyTemplate'),
        example: { index_patterns: ['old-*'], settings: { number_of_shards: 1 } },
      },
      answer: s.acknowledged,
    },
    'indices.rollover': {
      body: { schema: s.ref('RolloverRequest'), example: { conditions: { max_docs: 1 } } },
      answer: {
        schema: s.object(
          {
            acknowledged: s.boolean,
            shards_acknowledged: s.boolean,
            old_index: s.text,
            new_index: s.text,
            rolled_over: s.boolean,
            dry_run: s.boolean,
            lazy: s.boolean,
            conditions: s.mapOf(s.boolean),
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
        schema: s.ref('AnalyzeRequest'),
        example: { analyzer: 'standard', text: 'Moby Dick' },
      },
      answer: {
        schema: s.object({ tokens: s.list(s.ref('Token')), detail: s.mapOf(s.anything) }),
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
