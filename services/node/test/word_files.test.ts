/**
 * Files of the config folder that analyzers read, on a real node: paths that leave the folder,
 * faulty files, and files that change while an index is open.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import { requestAt } from './json_requests.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-words-'));
const config = join(folder, 'config');
const synonyms = join(config, 'analysis', 'synonyms.txt');
let node: Daemon;

interface Answer {
  readonly error: { readonly type: string; readonly reason: string };
  readonly hits: { readonly total: { readonly value: number }; readonly hits: { _id: string }[] };
}

const request = requestAt(() => node.url);
const ask = (method: string, path: string, body?: object) => request<Answer>(method, path, body);

const start = async () => {
  node = await startDaemon(join(folder, 'data'), [`path.config=${config}`]);
};

beforeAll(async () => {
  mkdirSync(join(config, 'analysis'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'fox');
  symlinkSync(join(folder, 'secret.txt'), join(config, 'secret.txt'));
  writeFileSync(synonyms, 'fox, wolf\n');
  await start();
});

afterAll(async () => {
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

const withSynonyms = (extra: object = {}, mapping: object = {}) => ({
  settings: {
    number_of_replicas: 0,
    analysis: {
      filter: {
        names: { type: 'synonym_graph', synonyms_path: 'analysis/synonyms.txt', ...extra },
      },
      analyzer: { names: { tokenizer: 'standard', filter: ['lowercase', 'names'] } },
    },
  },
  mappings: { properties: { f: { type: 'text', ...mapping } } },
});

test.each(['secret.txt', '../secret.txt', 'nowhere.txt', 'analysis'])(
  'an index cannot name %s',
  async (path) => {
    const analyzer = { type: 'standard', stopwords_path: path };
    const made = await ask('PUT', '/out', {
      settings: { analysis: { analyzer: { a: analyzer } } },
    });
    expect([made.status, made.json.error.reason]).toEqual([
      400,
      'IOException while reading stopwords_path: file not readable',
    ]);
    const filter = { type: 'stop', stopwords_path: path };
    const analyzed = await ask('POST', '/_analyze', {
      tokenizer: 'standard',
      filter: [filter],
      text: 'fox',
    });
    expect(analyzed.status).toBe(400);
  },
);

const found = async (word: string) => {
  const { json } = await ask('POST', '/words/_search', { query: { match: { f: word } } });
  return json.hits.hits.map((hit) => hit._id);
};

test('synonyms of searches are read anew when asked, and once more after a restart', async () => {
  const refused = await ask(
    'PUT',
    '/words',
    withSynonyms({ updateable: true }, { analyzer: 'names' }),
  );
  expect([refused.status, refused.json.error.reason]).toEqual([
    400,
    'Failed to parse mapping [_doc]: analyzer [names] contains filters [names] that are not allowed to run in index time mode.',
  ]);
  const made = withSynonyms(
    { updateable: true },
    { analyzer: 'standard', search_analyzer: 'names' },
  );
  expect((await ask('PUT', '/words', made)).status).toBe(200);
  await ask('PUT', '/words/_doc/1?refresh=true', { f: 'a fox' });
  // More searches than it takes for a shard to be searched on the main thread, which reads no
  // files.
  for (let i = 0; i < 20; i++) expect(await found('wolf')).toEqual(['1']);
  expect(await found('vixen')).toEqual([]);

  writeFileSync(synonyms, 'fox, wolf => a => b\n');
  const broken = await ask('POST', '/words/_reload_search_analyzers');
  expect([broken.status, broken.json.error.reason]).toEqual([400, 'Failed to build synonyms']);
  expect(await found('wolf')).toEqual(['1']);

  writeFileSync(synonyms, 'fox, vixen\n');
  expect(await found('vixen')).toEqual([]);
  const reloaded = await ask('POST', '/words/_reload_search_analyzers');
  expect(reloaded.json).toEqual({
    _shards: { total: 1, successful: 1, failed: 0 },
    reload_details: [
      {
        index: 'words',
        reloaded_analyzers: ['names'],
        reloaded_node_ids: [expect.any(String)],
      },
    ],
  });
  expect([await found('vixen'), await found('wolf')]).toEqual([['1'], []]);

  writeFileSync(synonyms, 'fox, reynard\n');
  const refreshed = await ask('POST', '/_plugins/_refresh_search_analyzers/words');
  expect(refreshed.json).toEqual({
    _shards: { total: 1, successful: 1, failed: 0 },
    successful_refresh_details: [{ index: 'words', refreshed_analyzers: ['names'] }],
  });
  expect([await found('reynard'), await found('vixen')]).toEqual([['1'], []]);

  await node.stop();
  await start();
  await ask('GET', '/_cluster/health?wait_for_status=green');
  expect(await found('reynard')).toEqual(['1']);
});

test('scripts of token filters run where documents are indexed and where they are searched', async () => {
  const script = { source: 'token.position > 0' };
  const loud = { type: 'condition', filter: ['uppercase'], script };
  const settings = {
    number_of_replicas: 0,
    analysis: { filter: { loud }, analyzer: { loud: { tokenizer: 'standard', filter: ['loud'] } } },
  };
  const mappings = { properties: { f: { type: 'text', analyzer: 'loud' } } };
  expect((await ask('PUT', '/loud', { settings, mappings })).status).toBe(200);
  await ask('PUT', '/loud/_doc/1?refresh=true', { f: 'quick fox' });
  for (const [value, count] of [
    ['quick', 1],
    ['FOX', 1],
    ['fox', 0],
  ] as const) {
    const { json } = await ask('POST', '/loud/_search', { query: { term: { f: value } } });
    expect([value, json.hits.total.value]).toEqual([value, count]);
  }
  const wrong = { ...loud, script: { source: 'token.nothing' } };
  const refused = await ask('PUT', '/wrong', {
    settings: { analysis: { ...settings.analysis, filter: { loud: wrong } } },
  });
  expect([refused.status, refused.json.error.type]).toEqual([400, 'script_exception']);
});
