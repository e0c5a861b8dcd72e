/**
 * The official clients of Elasticsearch 7, 8, 9 and OpenSearch 3 against a real node: the first
 * steps of their users.
 */
import { LoneNode } from './lone_node.js';

const CLIENTS = [
  ['elasticsearch-7', 7],
  ['elasticsearch-8', 8],
  ['elasticsearch-9', 9],
  ['@opensearch-project/opensearch', 3],
] as const;

/**
 * The common interface of the four clients. Elasticsearch 7 and OpenSearch wrap answers in `body`.
 */
interface AnyClient {
  info(): Promise<unknown>;
  ping(): Promise<unknown>;
  index(request: object): Promise<unknown>;
  get(request: object): Promise<unknown>;
  search(request: object): Promise<unknown>;
  count(request: object): Promise<unknown>;
  delete(request: object): Promise<unknown>;
  close(): Promise<unknown>;
  putScript(request: object): Promise<unknown>;
  searchTemplate(request: object): Promise<unknown>;
  msearchTemplate(request: object): Promise<unknown>;
  renderSearchTemplate(request: object): Promise<unknown>;
  ingest: {
    putPipeline(request: object): Promise<unknown>;
    simulate(request: object): Promise<unknown>;
  };
  indices: {
    create(request: object): Promise<unknown>;
    exists(request: object): Promise<unknown>;
    delete(request: object): Promise<unknown>;
  };
  helpers: {
    bulk(options: object): Promise<{ total: number; failed: number; successful: number }>;
    search(request: object): Promise<readonly object[]>;
    scrollSearch(request: object): AsyncIterable<{ readonly body: SearchReply }>;
    scrollDocuments(request: object): AsyncIterable<{ readonly n: number }>;
    msearch(options?: object): {
      search(header: object, body: object): Promise<{ body: unknown }>;
      stop(): unknown;
    };
  };
}

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start();
});
afterAll(() => node?.stop());

function bodyOf<T>(reply: unknown): T {
  return (typeof reply === 'object' && reply !== null && 'body' in reply ? reply.body : reply) as T;
}

describe.each(CLIENTS)('%s', (name, major) => {
  const index = `notes-${major}-${name.length}`;
  let client: AnyClient;
  /** Before version 8 the body was passed apart from the parameters. */
  const withBody = (request: object, body: object) =>
    major < 8 ? { ...request, body } : { ...request, ...body };

  beforeAll(async () => {
    const { Client } = (await import(name)) as { Client: new (options: object) => AnyClient };
    // A limit for requests that hang: a slow request is not sent twice.
    client = new Client({ node: node.url, requestTimeout: 300_000 });
  });
  afterAll(() => client?.close());

  it('meets a server it knows', async () => {
    expect(bodyOf<{ tagline: string }>(await client.info()).tagline).toBe('You Know, for Search');
    expect(bodyOf(await client.ping())).toBe(true);
  });

  it('makes an index, and finds it', async () => {
    const mappings = {
      properties: { text: { type: 'text' }, n: { type: 'integer' }, tag: { type: 'keyword' } },
    };
    await client.indices.create(withBody({ index }, { mappings }));
    expect(bodyOf(await client.indices.exists({ index }))).toBe(true);
    expect(bodyOf(await client.indices.exists({ index: 'nowhere' }))).toBe(false);
  });

  it('indexes, gets and deletes a document', async () => {
    const document = { text: 'a skein of geese', n: 0, tag: 'bird' };
    const request = { index, id: 'one', refresh: true };
    const made = await client.index(
      major < 8 ? { ...request, body: document } : { ...request, document },
    );
    expect(bodyOf<{ result: string }>(made).result).toBe('created');
    expect(bodyOf<{ _source: object }>(await client.get({ index, id: 'one' }))._source).toEqual(
      document,
    );
    expect(bodyOf<{ result: string }>(await client.delete({ index, id: 'one' })).result).toBe(
      'deleted',
    );
    await expect(client.get({ index, id: 'one' })).rejects.toMatchObject({
      meta: { statusCode: 404 },
    });
  });

  it('loads documents with its bulk helper', async () => {
    const datasource = Array.from({ length: 500 }, (_, n) => ({
      text: `goose number ${n}`,
      n,
      tag: n % 2 ? 'odd' : 'even',
    }));
    const result = await client.helpers.bulk({
      datasource,
      onDocument: ({ n }: { n: number }) => ({ index: { _index: index, _id: String(n) } }),
      flushBytes: 10_000,
      refreshOnCompletion: index,
    });
    expect(result).toMatchObject({ total: 500, failed: 0, successful: 500 });
    expect(bodyOf<{ count: number }>(await client.count({ index })).count).toBe(500);
  });

  it('searches, and pages through everything with search_after', async () => {
    const seen: number[] = [];
    let after: unknown[] | undefined;
    for (;;) {
      const body = {
        query: { bool: { must: { match: { text: 'goose' } }, filter: { term: { tag: 'odd' } } } },
        sort: [{ n: 'asc' }],
        size: 60,
        ...(after ? { search_after: after } : {}),
      };
      const reply = bodyOf<SearchReply>(await client.search(withBody({ index }, body)));
      expect(reply.hits.total).toEqual({ value: 250, relation: 'eq' });
      if (reply.hits.hits.length === 0) break;
      seen.push(...reply.hits.hits.map((hit) => hit._source.n));
      after = reply.hits.hits.at(-1)?.sort;
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => 2 * i + 1));
  });

  it('suggests and highlights, one by one and with its helpers', async () => {
    const titles = `${index}-titles`;
    const mappings = {
      properties: {
        title: { type: 'text', term_vector: 'with_positions_offsets' },
        typed: { type: 'completion' },
      },
    };
    await client.indices.create(withBody({ index: titles }, { mappings }));
    await client.helpers.bulk({
      datasource: ['the grey goose', 'a grey heron', 'the goose and the heron'].map((title) => ({
        title,
        typed: title,
      })),
      onDocument: () => ({ index: { _index: titles } }),
      refreshOnCompletion: titles,
    });
    const body = {
      query: { match_phrase: { title: 'grey goose' } },
      highlight: { fields: { title: { type: 'fvh' } } },
      suggest: {
        word: { text: 'gooze', term: { field: 'title', suggest_mode: 'always' } },
        phrase: { text: 'gray goose', phrase: { field: 'title', confidence: 0 } },
        typed: { prefix: 'the g', completion: { field: 'typed' } },
      },
    };
    const expected = {
      hits: { hits: [{ highlight: { title: ['the <em>grey goose</em>'] } }] },
      suggest: {
        'term#word': [{ options: [{ text: 'goose' }] }],
        'completion#typed': [
          { options: [{ text: 'the goose and the heron' }, { text: 'the grey goose' }] },
        ],
      },
    };
    const typed = { index: titles, typed_keys: true };
    const one = await client.search(withBody(typed, body));
    expect(bodyOf(one)).toMatchObject(expected);
    const many = client.helpers.msearch({ flushInterval: 10 });
    const reply = await many.search({ index: titles }, body);
    many.stop();
    expect(bodyOf(reply)).toMatchObject({
      hits: expected.hits,
      suggest: { word: expected.suggest['term#word'], typed: expected.suggest['completion#typed'] },
    });
    const { suggest } = bodyOf<SuggestReply>(reply);
    expect(suggest.phrase[0]?.options[0]?.text).toBe('grey goose');
  });

  it('adds up by aggregations, page by page where there are many buckets', async () => {
    const aggs = {
      tags: { terms: { field: 'tag' }, aggs: { sum: { sum: { field: 'n' } } } },
      whole: { stats: { field: 'n' } },
      best: { max_bucket: { buckets_path: 'tags>sum' } },
    };
    const reply = await client.search(withBody({ index, typed_keys: true }, { size: 0, aggs }));
    expect(bodyOf<AggregationsReply>(reply).aggregations).toMatchObject({
      'sterms#tags': {
        buckets: [
          { key: 'even', doc_count: 250, 'sum#sum': { value: 62_250 } },
          { key: 'odd', doc_count: 250, 'sum#sum': { value: 62_500 } },
        ],
      },
      'stats#whole': { count: 500, min: 0, max: 499, sum: 124_750 },
      'bucket_metric_value#best': { value: 62_500, keys: ['odd'] },
    });
    const keys: number[] = [];
    for (let after: object | undefined; ; ) {
      const sources = [{ n: { histogram: { field: 'n', interval: 50 } } }];
      const composite = { size: 3, sources, ...(after ? { after } : {}) };
      const page = await client.search(
        withBody({ index }, { size: 0, aggs: { pages: { composite } } }),
      );
      const { pages } = bodyOf<AggregationsReply>(page).aggregations;
      if (pages === undefined || pages.buckets.length === 0) break;
      keys.push(...pages.buckets.map(({ key }) => key.n));
      after = pages.after_key;
    }
    expect(keys).toEqual(Array.from({ length: 10 }, (_, i) => 50 * i));
  });

  it('scrolls through everything with its helpers, and sees highlights there', async () => {
    const body = {
      query: { match: { text: 'number' } },
      sort: [{ n: 'asc' }],
      highlight: { fields: { text: {} } },
    };
    const shown: unknown[] = [];
    const scrolled = client.helpers.scrollSearch(withBody({ index, size: 120 }, body));
    for await (const { body: page } of scrolled) {
      shown.push(...page.hits.hits.map(({ highlight }) => highlight));
    }
    expect(shown).toEqual(
      Array.from({ length: 500 }, (_, n) => ({ text: [`goose <em>number</em> ${n}`] })),
    );
    const numbers: number[] = [];
    const documents = client.helpers.scrollDocuments(
      withBody({ index, size: 200 }, { query: { term: { tag: 'odd' } }, sort: [{ n: 'desc' }] }),
    );
    for await (const { n } of documents) numbers.push(n);
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, i) => 499 - 2 * i));
    const [found] = await client.helpers.search(withBody({ index }, { query: { term: { n: 7 } } }));
    expect(found).toMatchObject({ n: 7, tag: 'odd', text: 'goose number 7' });
  });

  it('sends documents through a pipeline with its bulk helper', async () => {
    const id = `${index}-pipeline`;
    const processors = [
      { uppercase: { field: 'tag' } },
      { set: { field: 'label', value: '{{tag}} {{n}}' } },
      { drop: { if: 'ctx.n == 3' } },
      { fail: { if: 'ctx.n == 4', message: 'no {{n}}' } },
    ];
    await client.ingest.putPipeline(withBody({ id }, { processors }));
    const docs = [{ _source: { n: 1, tag: 'odd' } }];
    const simulated = await client.ingest.simulate(withBody({ id }, { docs }));
    expect(bodyOf(simulated)).toMatchObject({
      docs: [{ doc: { _source: { n: 1, tag: 'ODD', label: 'ODD 1' } } }],
    });
    const piped = `${index}-piped`;
    const dropped: { document: object; error: { reason: string } }[] = [];
    const result = await client.helpers.bulk({
      datasource: Array.from({ length: 6 }, (_, n) => ({ n, tag: n % 2 ? 'odd' : 'even' })),
      onDocument: ({ n }: { n: number }) => ({ index: { _index: piped, _id: String(n) } }),
      onDrop: (one: { document: object; error: { reason: string } }) => dropped.push(one),
      pipeline: id,
      refreshOnCompletion: piped,
    });
    expect(result).toMatchObject({ total: 6, failed: 1, successful: 5 });
    expect(dropped).toMatchObject([{ document: { n: 4 }, error: { reason: 'no 4' } }]);
    const found = await client.search(withBody({ index: piped }, { sort: [{ n: 'asc' }] }));
    expect(bodyOf<SearchReply>(found).hits.hits.map(({ _source }) => _source)).toEqual(
      [0, 1, 2, 5].map((n) => {
        const tag = n % 2 ? 'ODD' : 'EVEN';
        return { n, tag, label: `${tag} ${n}` };
      }),
    );
  });

  it('searches by templates, one and several at once', async () => {
    const id = `${index}-template`;
    const source = {
      query: { term: { tag: '{{tag}}' } },
      size: '{{size}}{{^size}}2{{/size}}',
      sort: [{ n: 'asc' }],
    };
    await client.putScript(
      withBody({ id }, { script: { lang: 'mustache', source: JSON.stringify(source) } }),
    );
    const rendered = await client.renderSearchTemplate(
      withBody({}, { id, params: { tag: 'odd', size: 5 } }),
    );
    expect(bodyOf(rendered)).toEqual({
      template_output: { query: { term: { tag: 'odd' } }, size: '5', sort: [{ n: 'asc' }] },
    });
    const numbersOf = ({ hits }: SearchReply) => hits.hits.map(({ _source }) => _source.n);
    const one = await client.searchTemplate(withBody({ index }, { id, params: { tag: 'odd' } }));
    expect(numbersOf(bodyOf(one))).toEqual([1, 3]);
    const lines = [{ index }, { id, params: { tag: 'even', size: 3 } }, { index }, { id: 'none' }];
    const many = await client.msearchTemplate(
      major < 8 ? { body: lines } : { search_templates: lines },
    );
    const { responses } = bodyOf<{ responses: [SearchReply, { status: number }] }>(many);
    expect(numbersOf(responses[0])).toEqual([0, 2, 4]);
    expect(responses[1].status).toBe(404);
  });

  it('gets errors as errors', async () => {
    const error = client.search(withBody({ index }, { query: { nope: {} } }));
    await expect(error).rejects.toMatchObject({ meta: { statusCode: 400 } });
  });
});

interface SuggestReply {
  readonly suggest: {
    readonly phrase: readonly { readonly options: readonly { readonly text: string }[] }[];
  };
}

interface SearchReply {
  readonly hits: {
    readonly total: object;
    readonly hits: readonly {
      readonly _source: { readonly n: number };
      readonly sort: unknown[];
      readonly highlight?: object;
    }[];
  };
}

interface AggregationsReply {
  readonly aggregations: {
    readonly pages?: {
      readonly after_key?: object;
      readonly buckets: readonly { readonly key: { readonly n: number } }[];
    };
  };
}
