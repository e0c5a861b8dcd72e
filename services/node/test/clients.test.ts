/** The official clients of Elasticsearch 7, 8, 9 and OpenSearch 3 against a real node: what their users do first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLIENTS = [
  ['elasticsearch-7', 7],
  ['elasticsearch-8', 8],
  ['elasticsearch-9', 9],
  ['@opensearch-project/opensearch', 3],
] as const;

/** What the four clients have in common. 7 and OpenSearch wrap answers in `body`. */
interface AnyClient {
  info(): Promise<unknown>;
  ping(): Promise<unknown>;
  index(request: object): Promise<unknown>;
  get(request: object): Promise<unknown>;
  search(request: object): Promise<unknown>;
  count(request: object): Promise<unknown>;
  delete(request: object): Promise<unknown>;
  close(): Promise<unknown>;
  indices: {
    create(request: object): Promise<unknown>;
    exists(request: object): Promise<unknown>;
    delete(request: object): Promise<unknown>;
  };
  helpers: {
    bulk(options: object): Promise<{ total: number; failed: number; successful: number }>;
    msearch(options?: object): {
      search(header: object, body: object): Promise<{ body: unknown }>;
      stop(): unknown;
    };
  };
}

const folder = mkdtempSync(join(tmpdir(), 'skein-clients-'));
let node: ServiceProcess;

beforeAll(async () => {
  node = await ServiceProcess.start(ROOT, 'node', { 'http.port': '0', 'path.data': folder });
});

afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function bodyOf<T>(reply: unknown): T {
  return (typeof reply === 'object' && reply !== null && 'body' in reply ? reply.body : reply) as T;
}

describe.each(CLIENTS)('%s', (name, major) => {
  const index = `notes-${major}-${name.length}`;
  let client: AnyClient;

  beforeAll(async () => {
    const { Client } = (await import(name)) as { Client: new (options: object) => AnyClient };
    // A limit for what hangs: a request that is slow is not sent twice.
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
    await client.indices.create(major < 8 ? { index, body: { mappings } } : { index, mappings });
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
      const reply = bodyOf<SearchReply>(
        await client.search(major < 8 ? { index, body } : { index, ...body }),
      );
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
    await client.indices.create(
      major < 8 ? { index: titles, body: { mappings } } : { index: titles, mappings },
    );
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
    const one = await client.search(major < 8 ? { ...typed, body } : { ...typed, ...body });
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

  it('gets errors as errors', async () => {
    const wrong = { index, body: { query: { nope: {} } } };
    const error = client.search(major < 8 ? wrong : { index, query: { nope: {} } });
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
    }[];
  };
}
