/** The built-in templates for `logs-*-*`, `metrics-*-*` and `synthetics-*-*`. */
import type { ComposableTemplate } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

export interface BuiltIn {
  readonly template: ComposableTemplate;
  /** The lifecycle policy that the template names. */
  readonly policy: { readonly id: string; readonly source: JsonObject };
}

/** The first parts of the names, which tell the kind of documents. */
const KINDS = ['logs', 'metrics', 'synthetics'];
/** Priority as in Elasticsearch; templates of users can be above or below it. */
const PRIORITY = 100;
const MANAGED: JsonObject = {
  description: 'default template for data streams of this name',
  managed: true,
};

/** One index per month, and no larger than a shard should be. */
const POLICY: JsonObject = {
  phases: {
    hot: { actions: { rollover: { max_age: '30d', max_primary_shard_size: '50gb' } } },
  },
  _meta: MANAGED,
};

export const BUILT_IN: readonly BuiltIn[] = KINDS.map((kind) => ({
  template: {
    name: kind,
    patterns: [`${kind}-*-*`],
    template: {
      settings: new Map([
        ['index.lifecycle.name', kind],
        ['index.codec', 'best_compression'],
      ]),
      mapping: mappingOf(kind),
      aliases: undefined,
    },
    composedOf: [],
    priority: PRIORITY,
    version: 1,
    meta: MANAGED,
    dataStream: { timestampField: '@timestamp', isHidden: false, allowsRouting: false },
    allowsAutoCreate: true,
  },
  policy: { id: kind, source: POLICY },
}));

/** Unmapped strings become keywords; messages become text, and IP addresses `ip`. */
function mappingOf(kind: string): JsonObject {
  return {
    date_detection: false,
    dynamic_templates: [
      { match_ip: { match: 'ip', match_mapping_type: 'string', mapping: { type: 'ip' } } },
      {
        match_message: {
          match: 'message',
          match_mapping_type: 'string',
          mapping: { type: 'match_only_text' },
        },
      },
      {
        strings_as_keyword: {
          match_mapping_type: 'string',
          mapping: { type: 'keyword', ignore_above: 1024 },
        },
      },
    ],
    properties: {
      '@timestamp': { type: 'date' },
      data_stream: {
        properties: {
          dataset: { type: 'constant_keyword' },
          namespace: { type: 'constant_keyword' },
          type: { type: 'constant_keyword', value: kind },
        },
      },
      ecs: { properties: { version: { type: 'keyword', ignore_above: 1024 } } },
    },
  };
}
