/**
 * The lists beside indices: data streams, templates, pipelines, stored scripts, policies. Each has
 * its paths and the parts of its answer that are shown.
 */
import type { Json } from '../json/exact_json.js';
import { type ItemList, itemList } from './item_list.js';
import { POLICY_LISTS } from './policy_lists.js';

interface DataStream {
  readonly name: string;
  readonly indices: readonly unknown[];
  readonly template?: string;
}

interface IndexTemplate {
  readonly name: string;
  readonly index_template: { readonly index_patterns: readonly string[] };
}

interface ComponentTemplate {
  readonly name: string;
  readonly component_template: { readonly template: object };
}

interface Repository {
  readonly type: string;
}

interface StoredScripts {
  readonly stored_scripts?: Readonly<Record<string, { readonly lang: string }>>;
}

interface Pipeline {
  readonly description?: string;
  readonly processors?: readonly Readonly<Record<string, unknown>>[];
}

const STREAMS = itemList<{ readonly data_streams: readonly DataStream[] }>({
  key: 'streams',
  title: 'data.streams',
  path: '/_data_stream',
  items: ({ data_streams }) =>
    data_streams.map((stream) => ({
      name: stream.name,
      summary: [`${stream.indices.length}`, stream.template].filter(Boolean).join(', '),
      body: stream,
    })),
  itemPath: '/_data_stream/',
  right: 'indices:manage',
  isWritable: false,
  canSimulate: false,
});

const TEMPLATES = itemList<{ readonly index_templates: readonly IndexTemplate[] }>({
  key: 'templates',
  title: 'data.templates',
  path: '/_index_template',
  items: ({ index_templates }) =>
    index_templates.map(({ name, index_template }) => ({
      name,
      summary: index_template.index_patterns.join(', '),
      body: index_template,
    })),
  itemPath: '/_index_template/',
  right: 'templates:manage',
  isWritable: true,
  canSimulate: false,
});

const PIPELINES = itemList<Readonly<Record<string, Pipeline>>>({
  key: 'pipelines',
  title: 'data.pipelines',
  path: '/_ingest/pipeline',
  items: (answer) =>
    Object.entries(answer).map(([name, pipeline]) => {
      const processors = (pipeline.processors ?? []).flatMap((one) => Object.keys(one));
      return {
        name,
        summary: [pipeline.description, processors.join(' → ')].filter(Boolean).join(': '),
        body: pipeline,
      };
    }),
  itemPath: '/_ingest/pipeline/',
  right: 'pipelines:manage',
  isWritable: true,
  canSimulate: true,
});

const COMPONENTS = itemList<{ readonly component_templates: readonly ComponentTemplate[] }>({
  key: 'components',
  title: 'data.components',
  path: '/_component_template',
  items: ({ component_templates }) =>
    component_templates.map(({ name, component_template }) => ({
      name,
      summary: Object.keys(component_template.template).join(', '),
      body: component_template,
    })),
  itemPath: '/_component_template/',
  right: 'templates:manage',
  isWritable: true,
  canSimulate: false,
});

const REPOSITORIES = itemList<Readonly<Record<string, Repository>>>({
  key: 'repositories',
  title: 'data.repositories',
  path: '/_snapshot',
  items: (answer) =>
    Object.entries(answer).map(([name, repository]) => ({
      name,
      summary: repository.type,
      body: repository,
    })),
  itemPath: '/_snapshot/',
  right: 'snapshots:manage',
  isWritable: true,
  canSimulate: false,
});

const SCRIPTS = itemList<{ readonly metadata?: StoredScripts }>({
  key: 'scripts',
  title: 'data.scripts',
  path: '/_cluster/state/metadata?filter_path=metadata.stored_scripts',
  items: ({ metadata = {} }) =>
    Object.entries(metadata.stored_scripts ?? {}).map(([name, script]) => ({
      name,
      summary: script.lang,
      body: { script },
    })),
  itemPath: '/_scripts/',
  right: 'scripts:manage',
  isWritable: true,
  canSimulate: false,
});

export const ITEM_LISTS: readonly ItemList[] = [
  STREAMS,
  TEMPLATES,
  COMPONENTS,
  PIPELINES,
  REPOSITORIES,
  ...POLICY_LISTS,
  SCRIPTS,
];

/**
 * Reads one JSON document that may span lines, or one document a line, in the form that `_simulate`
 * takes.
 */
export function simulatedDocuments(text: string, parse: (text: string) => Json): readonly Json[] {
  const trimmed = text.trim();
  try {
    return [{ _source: parse(trimmed) }];
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => ({ _source: parse(line) }));
  }
}
