/**
 * The files that `npm run new` writes: the smallest working member of each kind, its line in the
 * table of contents, and a test that fails until the member is finished.
 */

interface NewFile {
  readonly path: string;
  readonly text: string;
}

interface NewLine {
  readonly path: string;
  readonly line: string;
}

export interface Kind {
  readonly name: string;
  /** An example of a name, for the help. */
  readonly example: string;
  /** The member and its test. */
  readonly files: (name: string) => readonly NewFile[];
  /** The tables of contents, each with its new line. */
  readonly contents: (name: string) => readonly NewLine[];
}

const query: Kind = {
  name: 'query',
  example: 'query pinned',
  files: (name) => [
    {
      path: `shared/search/src/queries/${name}.ts`,
      text: `/** \`${name}\`: which documents it finds, and how it scores them. */
import { existsFieldQuery } from './exists.js';
import { readOptions } from './header.js';
import { textOf } from './options.js';
import { parsingError } from './query_parse_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
}

export const ${name}: QueryType<Params> = {
  name: '${name}',
  parse(body, context) {
    let field: string | undefined;
    const header = readOptions(
      { query: '${name}', options: body, context },
      {
        field: (json) => {
          field = textOf(json);
        },
      },
    );
    if (field === undefined) throw parsingError(context, '[${name}] requires [field]', body);
    return { ...header, params: { field } };
  },
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ field }, shard) => existsFieldQuery(field, shard),
};
`,
    },
    {
      path: `shared/search/src/queries/${name}.test.ts`,
      text: `import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { a: { type: 'keyword' } } },
  documents: [{ a: 'x' }, {}],
});

test('${name} finds documents with its field', () => {
  expect(index.matches({ ${name}: { field: 'a' } })).toEqual(['1']);
});
`,
    },
  ],
  contents: (name) => [
    {
      path: 'shared/search/src/queries/all.ts',
      line: `export { ${name} } from './${name}.js';`,
    },
  ],
};

const fieldType: Kind = {
  name: 'field-type',
  example: 'field-type version',
  files: (name) => [
    {
      path: `shared/mapping/src/field_types/${name}.ts`,
      text: `/** \`${name}\`: which values it takes, which queries find them, and how they are shown. */
import { utf8 } from '@skein/bytes';
import type { FieldSpec } from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import type { FieldTypeDefinition } from './field_type.js';
import { mappedField } from './mapped_field.js';
import { docValuesFlag, indexFlag, meta, storeFlag } from './parameter.js';
import { termDisplay, termQueries } from './term_field.js';

export const ${camel(name)}: FieldTypeDefinition = {
  name: '${name}',
  parameters: [indexFlag, docValuesFlag, storeFlag, meta],
  build: (path, values) => {
    const spec: FieldSpec = {
      name: path,
      postings: values.flag('index') ? 'docs' : 'none',
      norms: false,
      column: values.flag('doc_values') ? 'ordinal' : 'none',
      points: false,
    };
    const field = { name: path, spec, typeName: '${name}' };
    const stored = values.flag('store');
    return mappedField({
      ...field,
      values: { kind: 'term' },
      stored,
      readsText: true,
      index: (value, sink) => {
        const term = String(value);
        if (stored) storeValue(spec, term, sink);
        if (spec.postings === 'none' && spec.column === 'none') return;
        sink.add({ kind: 'term', spec, value: utf8(term) });
      },
      ...termQueries({ field, toTerm: (text) => text }),
      ...termDisplay(field),
    });
  },
};
`,
    },
    {
      path: `shared/mapping/src/field_types/${name}.test.ts`,
      text: fieldTypeTest(name),
    },
  ],
  contents: (name) => [
    {
      path: 'shared/mapping/src/field_types/all.ts',
      line: `export { ${camel(name)} } from './${name}.js';`,
    },
  ],
};

function fieldTypeTest(name: string): string {
  return `import { mappingOf, shown } from '../../testdata/mapping_fixture.js';
import { parseDocument } from '../document/parse_document.js';

const MAPPING = mappingOf({ f: { type: '${name}' } });
const CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };
const CONTEXT = { nowMs: 0, indexName: 'things' };

describe('${name}', () => {
  it('indexes a value', () => {
    const source = new TextEncoder().encode('{"f":"x"}');
    const parsed = parseDocument(MAPPING, source, { id: '1', routing: undefined }, CLOCK);
    expect(shown(parsed)).toEqual(['f=x']);
  });

  it('is asked for a value', () => {
    expect(String(MAPPING.field('f')?.termQuery('x', CONTEXT))).toBe('f:x');
  });

  it('shows a value of a document', () => {
    const show = { format: undefined, context: CONTEXT };
    expect(MAPPING.field('f')?.shownValues('x', show)).toEqual(['x']);
  });
});
`;
}

const aggregation: Kind = {
  name: 'aggregation',
  example: 'aggregation product',
  files: (name) => [
    {
      path: `shared/aggregations/src/metric/${name}.ts`,
      text: `/** \`${name}\`: the number of values, until it is another number. */
import { sumType } from './sum_type.js';
import { scaledSumsPart } from './sums.js';

export const ${camel(name)} = sumType({
  name: '${name}',
  scaled: scaledSumsPart,
  value: ({ counts }, owner) => counts[owner],
  shown: ({ counts }, owner) => counts[owner],
});
`,
    },
    {
      path: `shared/search/src/execution/aggregations/${name}.test.ts`,
      text: `import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { n: { type: 'integer' } } },
  documents: [{ n: 2 }, { n: [3, 5] }, {}],
});

test('${name} of all values', () => {
  const answer = index.answer({ size: 0, aggs: { a: { ${name}: { field: 'n' } } } });
  expect(answer).toMatchObject({ aggregations: { a: { value: 3 } } });
});
`,
    },
  ],
  contents: (name) => [
    {
      path: 'shared/aggregations/src/all.ts',
      line: `export { ${camel(name)} } from './metric/${name}.js';`,
    },
  ],
};

const processor: Kind = {
  name: 'processor',
  example: 'processor reverse',
  files: (name) => [
    {
      path: `shared/ingest/src/processors/${name}.ts`,
      text: `/** \`${name}\`: what it makes of a text. */
import { stringProcessor } from './string_processor.js';

export const ${camel(name)} = stringProcessor('${name}', () => (text) => text);
`,
    },
    {
      path: `shared/ingest/src/processors/${name}.test.ts`,
      text: `import { encodeJson, type JsonObject } from '@skein/content';
import { simulateBytes, testThread } from '../testing/test_thread.js';

const thread = testThread();

function becomes(options: JsonObject, document: JsonObject): unknown {
  const processors = [{ ${name}: { field: 'm', ...options } }];
  const body: JsonObject = { pipeline: { processors }, docs: [{ _source: document }] };
  const { docs } = simulateBytes(thread, encodeJson(body));
  const [result] = docs as [{ doc?: { _source: JsonObject }; error?: JsonObject }];
  return result.doc?._source ?? result.error?.reason;
}

test('${name} changes a text, and each text of a list', () => {
  expect(becomes({}, { m: 'abc' })).toEqual({ m: 'abc' });
  expect(becomes({}, { m: ['ab', ''] })).toEqual({ m: ['ab', ''] });
});
`,
    },
  ],
  contents: (name) => [
    {
      path: 'shared/ingest/src/processors/all.ts',
      line: `export { ${camel(name)} } from './${name}.js';`,
    },
    { path: 'shared/ingest/src/processor_names.ts', line: `  '${name}',` },
  ],
};

const command: Kind = {
  name: 'command',
  example: 'command rollover_alias',
  files: (name) => [
    {
      path: `shared/cluster/src/commands/${name}.ts`,
      text: `/** Changes the cluster state: say how, and why it may. */
import type { Command } from './command_type.js';

export interface ${pascal(name)}Request {
  readonly indices: readonly string[];
}

export const ${name}: Command<${pascal(name)}Request> = {
  name: '${name}',
  priority: 'NORMAL',
  source: ({ indices }) => \`${name.replaceAll('_', '-')} [\${indices.join(', ')}]\`,
  execute: (state) => state,
};
`,
    },
    {
      path: `shared/cluster/src/commands/${name}.test.ts`,
      text: `import { ${name} } from './${name}.js';

describe('${name}', () => {
  it('says what it does in the list of pending tasks', () => {
    expect(${name}.source({ indices: ['a', 'b'] })).toBe('${name.replaceAll('_', '-')} [a, b]');
  });
  it.todo('changes the cluster state');
});
`,
    },
  ],
  contents: (name) => [
    {
      path: 'shared/cluster/src/commands/all.ts',
      line: `export { ${name} } from './${name}.js';`,
    },
  ],
};

/**
 * A table of `_cat`. The generated rows are the indices that the caller may see, until they are
 * replaced.
 */
function catFiles(name: string): readonly NewFile[] {
  const path = `services/node/src/api/cat/${name}`;
  return [
    {
      path: `${path}.ts`,
      text: `/** \`GET /_cat/${name}\`: what its rows tell. */
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { visibleIndices } from './shard_rows.js';

interface Row {
  readonly index: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'index', aliases: ['i', 'idx'], description: 'index name', cell: (row) => row.index },
];

export const ${name} = defineCat({
  id: 'cat.${name}',
  shape: 'local',
  routes: ['GET /_cat/${name}'],
  params: {},
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: (_input, actors, context) =>
    visibleIndices(undefined, actors, context).map((index) => ({ index })),
});
`,
    },
    {
      path: `${path}.test.ts`,
      text: `import { OneNodeApi } from '../../testing/one_node_api.js';

test('_cat/${name} has a row for each index', async () => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/books');
  expect(await api.request('GET', '/_cat/${name}?format=json')).toEqual({
    status: 200,
    json: [{ index: 'books' }],
  });
});
`,
    },
  ];
}

const endpoint: Kind = {
  name: 'endpoint',
  example: 'endpoint indices/rollover',
  files: (path) => {
    const [namespace = '', name = ''] = path.split('/');
    if (namespace === 'cat') return catFiles(name);
    return [
      {
        path: `services/node/src/api/${namespace}/${name}.ts`,
        text: `/** \`GET /_${namespace}/${name}\` */
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';

export const ${name} = defineEndpoint({
  id: '${namespace}.${name}',
  shape: 'local',
  routes: ['GET /_${namespace}/${name}'],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => ({}),
  handle: () => jsonReply({}),
});
`,
      },
      {
        path: `services/node/src/api/${namespace}/${name}.test.ts`,
        text: `import { OneNodeApi } from '../../testing/one_node_api.js';

test('GET /_${namespace}/${name} answers', async () => {
  const api = await new OneNodeApi().start();
  expect(await api.request('GET', '/_${namespace}/${name}')).toEqual({ status: 200, json: {} });
});
`,
      },
    ];
  },
  contents: (path) => {
    const [namespace = '', name = ''] = path.split('/');
    const line = `export { ${name} } from './${name}.js';`;
    const all = `services/node/src/api/${namespace}/all.ts`;
    if (namespace !== 'cat') return [{ path: all, line }];
    return [
      { path: 'services/node/src/api/cat/tables.ts', line },
      { path: all, line: `  ${name},` },
    ];
  },
};

export const KINDS: readonly Kind[] = [query, aggregation, processor, fieldType, command, endpoint];

/** Turns `a_b` into `aB`. */
function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}
