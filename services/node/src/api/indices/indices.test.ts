import { ApiError } from '@skein/errors';
import type { Security } from '../../security/mod.js';
import { openSecurity } from '../../security/open_security.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
});

const error = (status: number, type: string, reason: string) => ({
  status,
  json: { status, error: expect.objectContaining({ type, reason }) },
});

test('create, look at, delete', async () => {
  const settings = {
    number_of_replicas: 0,
    analysis: { analyzer: { a: { type: 'custom', tokenizer: 'standard', filter: ['lowercase'] } } },
  };
  const body = {
    settings,
    mappings: { properties: { x: { type: 'keyword' } } },
    aliases: { one: { routing: 7 } },
  };
  expect(await api.request('PUT', '/logs', body)).toEqual({
    status: 200,
    json: { acknowledged: true, shards_acknowledged: true, index: 'logs' },
  });
  const { json } = await api.request('GET', '/logs?flat_settings');
  expect(json).toEqual({
    logs: {
      aliases: { one: { index_routing: '7', search_routing: '7' } },
      mappings: { properties: { x: { type: 'keyword' } } },
      settings: {
        'index.analysis.analyzer.a.filter': ['lowercase'],
        'index.analysis.analyzer.a.tokenizer': 'standard',
        'index.analysis.analyzer.a.type': 'custom',
        'index.creation_date': '1700000000000',
        'index.number_of_replicas': '0',
        'index.number_of_shards': '1',
        'index.provided_name': 'logs',
        'index.replication.type': 'DOCUMENT',
        'index.uuid': expect.stringMatching(/^[\w-]{22}$/),
        'index.version.created': '136407927',
      },
    },
  });
  expect((await api.request('HEAD', '/logs')).status).toBe(200);
  expect(await api.request('DELETE', '/logs')).toEqual({
    status: 200,
    json: { acknowledged: true },
  });
  expect(await api.request('HEAD', '/logs')).toEqual({ status: 404, json: undefined });
});

test.each<[string, string, unknown, ReturnType<typeof error>]>([
  [
    'PUT',
    '/Bad_Name',
    {},
    error(400, 'invalid_index_name_exception', 'Invalid index name [Bad_Name], must be lowercase'),
  ],
  [
    'PUT',
    '/a%2Cb',
    {},
    error(
      400,
      'invalid_index_name_exception',
      'Invalid index name [a,b], must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]',
    ),
  ],
  ['PUT', '/x', { foo: {} }, error(400, 'parse_exception', 'unknown key [foo] for create index')],
  [
    'PUT',
    '/x',
    { settings: { 'index.nope': 1 } },
    error(
      400,
      'illegal_argument_exception',
      'unknown setting [index.nope] did you mean [index.codec]?',
    ),
  ],
  [
    'PUT',
    '/x',
    { settings: { index: { sort: { field: ['a', 'b'], order: ['asc'] } } } },
    error(
      400,
      'illegal_argument_exception',
      'index.sort.field:[a, b] index.sort.order:[asc], size mismatch',
    ),
  ],
  [
    'PUT',
    '/x',
    {
      settings: { 'index.sort.field': 'a' },
      mappings: { properties: { a: { type: 'long' }, list: { type: 'nested' } } },
    },
    error(
      400,
      'illegal_argument_exception',
      'cannot have nested fields when index sort is activated',
    ),
  ],
  [
    'PUT',
    '/x',
    { mappings: { properties: { a: { type: 'nope' } } } },
    error(
      400,
      'mapper_parsing_exception',
      'Failed to parse mapping [_doc]: No handler for type [nope] declared on field [a]',
    ),
  ],
  [
    'PUT',
    '/x',
    { aliases: { y: { filter: { nope: {} } } } },
    error(400, 'illegal_argument_exception', 'failed to parse filter for alias [y]'),
  ],
  [
    'PUT',
    '/x',
    {
      mappings: { properties: { n: { type: 'long' } } },
      aliases: { y: { filter: { term: { n: 'one' } } } },
    },
    error(400, 'illegal_argument_exception', 'failed to parse filter for alias [y]'),
  ],
  [
    'PUT',
    '/x',
    { aliases: { y: { search_routing: true } } },
    error(
      400,
      'illegal_argument_exception',
      '[search_routing] of alias [y] must be a text or a number',
    ),
  ],
  [
    'PUT',
    '/there/_alias/y',
    { filter: { nested: { path: 'nosuch', query: { match_all: {} } } } },
    error(400, 'illegal_argument_exception', 'failed to parse filter for alias [y]'),
  ],
  [
    'PUT',
    '/x?wait_for_active_shards=-1',
    {},
    error(400, 'illegal_argument_exception', 'shard count cannot be a negative value'),
  ],
  [
    'PUT',
    '/there/_mapping',
    { _doc: { properties: {} } },
    error(400, 'illegal_argument_exception', 'Types cannot be provided in put mapping requests'),
  ],
  [
    'PUT',
    '/there/_mapping',
    { properties: { k: { type: 'long' } } },
    error(
      400,
      'illegal_argument_exception',
      'mapper [k] cannot be changed from type [keyword] to [long]',
    ),
  ],
  [
    'PUT',
    '/there/_settings',
    {},
    error(
      400,
      'action_request_validation_exception',
      'Validation Failed: 1: no settings to update;',
    ),
  ],
  [
    'GET',
    '/there?expand_wildcards=some',
    undefined,
    error(400, 'illegal_argument_exception', 'No valid expand wildcard value [some]'),
  ],
  [
    'GET',
    '/_foo/_mapping',
    undefined,
    error(
      400,
      'invalid_index_name_exception',
      "Invalid index name [_foo], must not start with '_'.",
    ),
  ],
  [
    'DELETE',
    '/nosuch',
    undefined,
    error(404, 'index_not_found_exception', 'no such index [nosuch]'),
  ],
  [
    'POST',
    '/_aliases',
    { actions: [] },
    error(400, 'illegal_argument_exception', 'No action specified'),
  ],
  ['PUT', '/_alias', {}, error(400, 'illegal_argument_exception', "[indices] can't be empty")],
  [
    'PUT',
    '/there/_alias',
    {},
    error(400, 'illegal_argument_exception', "[alias] can't be empty string"),
  ],
  [
    'DELETE',
    '/there/_alias/no',
    undefined,
    error(404, 'aliases_not_found_exception', 'aliases [no] missing'),
  ],
  [
    'POST',
    '/_flush?force&wait_if_ongoing=false',
    undefined,
    error(
      400,
      'action_request_validation_exception',
      'Validation Failed: 1: wait_if_ongoing must be true for a force flush;',
    ),
  ],
  [
    'GET',
    '/_stats/doc',
    undefined,
    error(
      400,
      'illegal_argument_exception',
      'request [/_stats/doc] contains unrecognized metric: [doc] -> did you mean [docs]?',
    ),
  ],
  [
    'GET',
    '/_stats/_none',
    undefined,
    error(
      400,
      'illegal_argument_exception',
      'request [/_stats/_none] contains unrecognized metric: [_none]',
    ),
  ],
  [
    'PUT',
    '/_template/t',
    {},
    error(
      400,
      'action_request_validation_exception',
      'Validation Failed: 1: index patterns are missing;',
    ),
  ],
  [
    'PUT',
    '/_template/t',
    { template: { settings: {} } },
    error(
      400,
      'illegal_argument_exception',
      'Malformed [template] value, should be a string: the settings, mappings and aliases of a legacy template stand beside it',
    ),
  ],
  [
    'DELETE',
    '/_template/t',
    undefined,
    error(404, 'index_template_missing_exception', 'index_template [t] missing'),
  ],
  [
    'PUT',
    '/there/_block/nope',
    undefined,
    error(400, 'illegal_argument_exception', 'No block found with name nope'),
  ],
])('%s %s %j is refused', async (method, target, body, answer) => {
  await api.request('PUT', '/there', { mappings: { properties: { k: { type: 'keyword' } } } });
  expect(await api.request(method as 'PUT', target, body)).toEqual(answer);
});

const PARSE = 'x_content_parse_exception';
const ILLEGAL = 'illegal_argument_exception';
const THERE = { index: 'there', alias: 'a' };

test.each<[unknown, ...string[]]>([
  ['x', `[1:12] [aliases] actions doesn't support values of type: VALUE_STRING`],
  [[5], '[alias_action] Expected START_OBJECT but was: END_ARRAY'],
  [[{ nope: THERE }], '[alias_action] unknown field [nope]'],
  [[{}], '[alias_action] expects one action in an object'],
  [
    [{ add: THERE, remove: THERE }],
    'Failed to build [alias_action] after last required field arrived',
    'Too many operations declared on operation entry',
  ],
  [
    [{ add: { index: ['there'], alias: 'a' } }],
    'failed to parse field [add]',
    "[add] index doesn't support values of type: START_ARRAY",
  ],
  [
    [{ remove: { ...THERE, filter: {} } }],
    'failed to parse field [remove]',
    '[remove] unknown field [filter]',
  ],
  [
    [{ add: { ...THERE, must_exist: true } }],
    'failed to parse field [add]',
    '[add] unknown field [must_exist]',
  ],
  [
    [{ add: { ...THERE, indices: ['there'] } }],
    'failed to parse field [add]',
    'failed to parse field [indices]',
    'Only one of [index] and [indices] is supported',
  ],
  [
    [{ add: { ...THERE, aliases: [''] } }],
    'failed to parse field [add]',
    'failed to parse field [aliases]',
    'Only one of [alias] and [aliases] is supported',
  ],
  [
    [{ add: { index: 'there', aliases: ['b', ''] } }],
    'failed to parse field [add]',
    'failed to parse field [aliases]',
    "[aliases] can't contain empty string",
  ],
  [
    [{ add: { indices: [], alias: 'a' } }],
    'failed to parse field [add]',
    'failed to parse field [indices]',
    "[indices] can't be empty",
  ],
  [
    [{ add: { index: '', alias: 'a' } }],
    'failed to parse field [add]',
    'failed to parse field [index]',
    "[index] can't be empty string",
  ],
  [
    [{ remove_index: THERE }],
    'failed to parse field [remove_index]',
    'failed to parse field [alias]',
    '[alias] is unsupported for [REMOVE_INDEX]',
  ],
  [
    [{ add: { ...THERE, is_write_index: 'yes' } }],
    'failed to parse field [add]',
    'failed to parse field [is_write_index]',
    'Failed to parse value [yes] as only [true] or [false] are allowed.',
  ],
  [[{ add: { index: 'there' } }], 'One of [alias] or [aliases] is required'],
  [[{ add: { alias: 'a' } }], 'One of [index] or [indices] is required'],
  [[{ remove_index: {} }], 'One of [index] or [indices] is required'],
])('the alias actions %j are refused as in OpenSearch', async (actions, ...reasons) => {
  await api.request('PUT', '/there');
  const answer = await api.request('POST', '/_aliases', { actions });
  const chain: { type: string; reason: string }[] = [];
  let fault = (answer.json as unknown as { error?: Fault }).error;
  for (; fault !== undefined; fault = fault.caused_by) chain.push(fault);
  expect(answer.status).toBe(400);
  if (Array.isArray(actions))
    expect(chain.shift()?.reason).toContain('failed to parse field [actions]');
  expect(chain.map(({ reason }) => reason)).toEqual(
    reasons.map((reason) => expect.stringContaining(reason)),
  );
  const isIllegal = /^(?:One|Only|Too|Failed to parse|\[\w+\] (?:can't|is unsupported))/;
  expect(chain.map(({ type }) => type)).toEqual(
    reasons.map((reason) => (isIllegal.test(reason) ? ILLEGAL : PARSE)),
  );
});

interface Fault {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: Fault;
}

describe('aliases by name', () => {
  beforeEach(() =>
    api.request('PUT', '/i', {
      aliases: { alias_1: {}, alias_2: {}, blias_1: {}, blias_2: {}, t: {} },
    }),
  );

  test.each<[string, string[], string | undefined]>([
    ['alias*,blias_1', ['alias_1', 'alias_2', 'blias_1'], undefined],
    ['blias_2,alias*,-alias_1', ['alias_2', 'blias_2'], undefined],
    ['alias_1,blias_1,-alias*', ['blias_1'], undefined],
    ['_all', ['alias_1', 'alias_2', 'blias_1', 'blias_2', 't'], undefined],
    ['-alias_1,alias*,-alias_2', ['alias_1'], 'alias [-alias_1] missing'],
    ['-no,-no*,-another', [], 'alias [-no] missing'],
    ['t,y,x', ['t'], 'aliases [x,y] missing'],
  ])('%s', async (names, found, missing) => {
    const { status, json } = await api.request('GET', `/_alias/${names}`);
    const aliases = Object.fromEntries(found.map((name) => [name, {}]));
    const shown = found.length === 0 ? {} : { i: { aliases } };
    expect(status).toBe(missing === undefined ? 200 : 404);
    expect(json).toEqual(missing === undefined ? shown : { ...shown, status: 404, error: missing });
  });
});

test('settings: filtered, with defaults, human', async () => {
  await api.request('PUT', '/i');
  expect((await api.request('GET', '/i/_settings/index.number_of_s*')).json).toEqual({
    i: { settings: { index: { number_of_shards: '1' } } },
  });
  expect(
    (await api.request('GET', '/i/_settings?include_defaults&flat_settings')).json,
  ).toMatchObject({ i: { defaults: { 'index.refresh_interval': '1s' } } });
  expect((await api.request('GET', '/i?human')).json).toMatchObject({
    i: {
      settings: {
        index: {
          creation_date_string: '2023-11-14T22:13:20.000Z',
          version: { created_string: '2.19.1' },
        },
      },
    },
  });
});

test('closing shows in wildcards; opening brings back', async () => {
  await api.request('PUT', '/a');
  await api.request('PUT', '/b');
  expect(await api.request('POST', '/b/_close')).toEqual({
    status: 200,
    json: { acknowledged: true, shards_acknowledged: true, indices: { b: { closed: true } } },
  });
  expect(Object.keys((await api.request('GET', '/*')).json as object)).toEqual(['a']);
  expect((await api.request('POST', '/_refresh')).json).toEqual({
    _shards: { total: 2, successful: 1, failed: 0 },
  });
  expect((await api.request('GET', '/b/_stats?forbid_closed_indices=false')).json).toMatchObject({
    indices: { b: { primaries: { docs: { count: 0 } } } },
  });
  expect((await api.request('POST', '/b/_open')).json).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
  });
  expect(Object.keys((await api.request('GET', '/*')).json as object)).toEqual(['a', 'b']);
});

describe('an index whose metadata is blocked', () => {
  const body = { settings: { 'index.blocks.metadata': true }, aliases: { one: {} } };
  const refusal = error(
    403,
    'cluster_block_exception',
    'index [shut] blocked by: [FORBIDDEN/9/index metadata (api)];',
  );

  beforeEach(async () => {
    await api.request('PUT', '/shut', body);
    await api.request('PUT', '/logs');
  });

  test.each([
    '/shut',
    '/s*',
    '/_mapping',
    '/shut/_settings',
    '/_alias/one',
    '/_cat/aliases?format=json',
    '/_cat/indices?format=json',
    '/shut/_stats',
    '/_recovery',
  ])('does not show it: GET %s', async (path) => {
    expect(await api.request('GET', path)).toEqual(refusal);
  });

  test('is hidden from those alone who ask for it', async () => {
    expect((await api.request('HEAD', '/shut')).status).toBe(403);
    expect((await api.request('GET', '/logs')).status).toBe(200);
    expect((await api.request('GET', '/_cluster/state')).status).toBe(200);
    const { json } = await api.request('GET', '/_resolve/index/*');
    expect(json).toMatchObject({ indices: [{ name: 'logs' }, { name: 'shut' }] });
  });
});

test('a name resolves to nothing if no index has it, unless the caller objects', async () => {
  await api.request('PUT', '/logs', { aliases: { one: {} } });
  const { status, json } = await api.request('GET', '/_resolve/index/one,nope,-nope,n*');
  expect([status, json]).toEqual([
    200,
    { indices: [], aliases: [{ name: 'one', indices: ['logs'] }], data_streams: [] },
  ]);
  const strict = await api.request('GET', '/_resolve/index/nope?ignore_unavailable=false');
  expect(strict).toEqual(error(404, 'index_not_found_exception', 'no such index [nope]'));
});

describe('aliases that a pattern resolves to', () => {
  const resolved = async (expression: string) => {
    const { json } = await api.request('GET', `/_resolve/index/${expression}`);
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    const { indices, aliases } = json as Record<string, readonly { readonly name: string }[]>;
    return [names(indices ?? []), names(aliases ?? [])];
  };

  beforeEach(async () => {
    await api.request('PUT', '/la', { aliases: { lone: {}, lhid: { is_hidden: true } } });
    await api.request('PUT', '/lb', { aliases: { lone: {}, lshut: {} } });
    await api.request('POST', '/lb/_close');
  });

  test.each([
    ['l*', ['la'], ['lone', 'lshut']],
    ['l*?expand_wildcards=all', ['la', 'lb'], ['lhid', 'lone', 'lshut']],
    ['lhid', [], ['lhid']],
    ['l*,-lo*', ['la'], ['lshut']],
    ['l*,-la', [], ['lone', 'lshut']],
    ['*,-la', [], ['lone', 'lshut']],
    ['*', ['la'], ['lone', 'lshut']],
    ['ls*?expand_wildcards=none', [], []],
  ])('%s', async (expression, indices, aliases) => {
    expect(await resolved(expression)).toEqual([indices, aliases]);
  });
});

test('deletion by wildcard can be forbidden', async () => {
  await api.request('PUT', '/a');
  await api.request('PUT', '/_cluster/settings', {
    persistent: { 'action.destructive_requires_name': true },
  });
  expect((await api.request('DELETE', '/*')).status).toBe(400);
  expect((await api.request('DELETE', '/a')).status).toBe(200);
});

describe('a caller limited to indices that start with a', () => {
  const mayUse = (name: string) => name.startsWith('a');
  const limited: Security = {
    ...openSecurity,
    authorizeIndices: (_identity, _privilege, names) => {
      if (!names.every(mayUse)) throw new ApiError('security_exception', 'no');
    },
    filterIndices: (_identity, _privilege, names) => names.filter(mayUse),
  };

  beforeEach(async () => {
    api = await new OneNodeApi(limited).start();
    for (const name of ['a', 'b']) {
      const request = {
        name,
        providedName: name,
        settings: new Map(),
        mapping: {},
        aliases: [],
        cause: 'api' as const,
      };
      await api.master.submit('create_index', request, { timeoutMs: -1, masterTimeoutMs: -1 });
    }
  });

  test.each(['/*/_mapping', '/_settings', '/_alias', '/*'])(
    '%s shows only those',
    async (target) => {
      expect(Object.keys((await api.request('GET', target)).json as object)).toEqual(['a']);
    },
  );

  test.each([
    ['GET', '/b/_mapping'],
    ['PUT', '/b2'],
    ['DELETE', '/b'],
    ['DELETE', '/bnosuch'],
    ['POST', '/b/_refresh'],
    ['PUT', '/a,b/_alias/ax'],
    ['PUT', '/a/_alias/x'],
  ])('%s %s is refused', async (method, target) => {
    expect((await api.request(method as 'PUT', target)).status).toBe(403);
  });

  test('wildcards destroy nothing else', async () => {
    expect((await api.request('DELETE', '/*')).status).toBe(200);
    expect([...api.master.state().metadata.indices.keys()]).toEqual(['b']);
  });
});

test('a legacy template may name its one pattern as old shippers do', async () => {
  await api.request('PUT', '/_template/old', { template: 'beat-*', order: 1 });
  const { json } = await api.request('GET', '/_template/old');
  expect(json).toMatchObject({ old: { index_patterns: ['beat-*'], order: 1 } });
});

test('a field is looked for in no index at all', async () => {
  const { status, json } = await api.request('GET', '/nothing*/_mapping/field/x');
  expect([status, json]).toEqual([404, {}]);
});

const NAMELESS = [
  ['DELETE', '/,', 'index / indices is missing'],
  ['DELETE', '/,,?expand_wildcards=all', 'index / indices is missing'],
  ['POST', '/,/_close', 'index is missing'],
  ['POST', '/,/_open', 'index is missing'],
  ['PUT', '/,/_block/write', 'index is missing'],
  ['PUT', '/,/_alias/x', "[indices] can't be empty"],
  ['DELETE', '/,/_alias/x', "[indices] can't be empty"],
  ['DELETE', '/i/_alias/,', "[aliases] can't be empty"],
  ['DELETE', '/_data_stream/,', 'no data stream(s) specified'],
  ['POST', '/_plugins/_ism/remove/,', 'Missing indices'],
  ['POST', '/,/_delete_by_query?q=x', 'use _all if you really want to delete from all'],
] as const;

test.each(NAMELESS)('%s %s names nothing, and is not for everything', async (method, path, why) => {
  const { status, json } = await api.request(method, path);
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(why)]);
});
