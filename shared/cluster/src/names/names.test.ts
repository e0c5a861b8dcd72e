import { createRequest, refusal, Scene } from '../testing/fixtures.js';
import { INDICES_OPTIONS, indicesOptions } from './indices_options.js';
import { checkAliasName, checkIndexName } from './name_rules.js';
import { isAll, resolveIndices, splitExpression } from './resolve_indices.js';
import { resolveSearchTargets } from './search_targets.js';
import { findWriteTarget, requireReadTarget } from './single_target.js';

test.each([
  ['Bad_Name', 'must be lowercase'],
  ['a,b', 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]'],
  ['-abc', "must not start with '_', '-', or '+'"],
  ['_abc', "must not start with '_', '-', or '+'"],
  ['a#b', "must not contain '#'"],
  ['a:b', "must not contain ':'"],
  ['..', "must not be '.' or '..'"],
  ['é'.repeat(128), 'index name is too long, (256 > 255)'],
])('index name %s is refused', (name, fault) => {
  expect(refusal(() => checkIndexName(name))).toEqual({
    type: 'invalid_index_name_exception',
    reason: `Invalid index name [${name}], ${fault}`,
    status: 400,
  });
});

test('names that are allowed', () => {
  for (const name of ['a', '.hidden', 'a-b_c+d', '日本', `a${'é'.repeat(127)}`])
    expect(() => checkIndexName(name)).not.toThrow();
  expect(() => checkAliasName('UpperCase')).not.toThrow();
  expect(refusal(() => checkAliasName('-x')).type).toBe('invalid_alias_name_exception');
});

test.each<[readonly string[], readonly [boolean, boolean, boolean]]>([
  [['open'], [true, false, false]],
  [['closed'], [false, true, false]],
  [['hidden'], [false, false, true]],
  [
    ['open,hidden', 'closed'],
    [true, true, true],
  ],
  [['all'], [true, true, true]],
  [
    ['open', 'none'],
    [false, false, false],
  ],
  [
    ['none', 'closed'],
    [false, true, false],
  ],
])('%j expands to open, closed and hidden indices: %j', (expandWildcards, expected) => {
  const { expandOpen, expandClosed, expandHidden } = indicesOptions(
    { expandWildcards },
    INDICES_OPTIONS.openIndex,
  );
  expect([expandOpen, expandClosed, expandHidden]).toEqual(expected);
});

test('options are those of the request, or else the defaults', () => {
  const defaults = INDICES_OPTIONS.openIndex;
  expect(indicesOptions({}, defaults)).toEqual(defaults);
  for (const flag of [true, false]) {
    const given = { ignoreUnavailable: flag, allowNoIndices: flag };
    expect(indicesOptions(given, defaults)).toEqual({ ...defaults, ...given });
  }
  expect(refusal(() => indicesOptions({ expandWildcards: ['some'] }, defaults)).reason).toBe(
    'No valid expand wildcard value [some]',
  );
});

test.each([
  [[], true],
  [['_all'], true],
  [['a1'], false],
  [['_all', 'a1'], false],
  [['a1', '_all'], false],
])('%j stand for all names: %s', (expressions, expected) => {
  expect(isAll(expressions)).toBe(expected);
});

/**
 * A cluster in which a1 and a2 are open, a3 is closed and h is hidden; alias one -> a1, all -> a1
 * a2.
 */
function scene(): Scene {
  return new Scene()
    .run('create_index', createRequest('a1'))
    .run('create_index', createRequest('a2', { 'index.number_of_shards': '3' }))
    .run('create_index', createRequest('a3'))
    .run('create_index', createRequest('h', { 'index.hidden': 'true' }))
    .startAll()
    .run('close_index', { indices: ['a3'] })
    .run('update_aliases', {
      actions: [
        { kind: 'add', indices: ['a1'], alias: 'one', filter: { term: { x: 1 } }, routing: 'r' },
        { kind: 'add', indices: ['a1', 'a2'], alias: 'all' },
        {
          kind: 'add',
          indices: ['a2'],
          alias: 'filtered',
          filter: { term: { y: 2 } },
          searchRouting: '1,2',
        },
      ],
    });
}

const NOW = Date.UTC(2024, 4, 7);
const { state } = scene();
const resolve = (expressions: string[], options = INDICES_OPTIONS.strictExpandOpen) =>
  resolveIndices(state, expressions, options, NOW);

test.each(['<logs-{now/d}', 'logs-{now/d}>', '-<logs', '-logs>'])('%s is no date math', (name) => {
  expect(refusal(() => resolve([name])).reason).toContain(`no such index [${name}]`);
});

test.each<[string[], string[]]>([
  [[], ['a1', 'a2']],
  [['_all'], ['a1', 'a2']],
  [['*'], ['a1', 'a2']],
  [['a*', '-a1'], ['a2']],
  [
    ['-a1', 'a*'],
    ['a1', 'a2'],
  ],
  [['one'], ['a1']],
  [
    ['a2', 'a1'],
    ['a2', 'a1'],
  ],
  [['al*'], ['a1', 'a2']],
  [['h'], ['h']],
  [['a3'], ['a3']],
  [['nothing*'], []],
  [['a1,a2'], ['a1', 'a2']],
])('%j means %j', (expressions, names) => {
  if (expressions[0] === '-a1') {
    expect(refusal(() => resolve(expressions)).reason).toBe('no such index [-a1]');
    return;
  }
  expect(resolve(expressions)).toEqual(names);
});

test('closed, hidden, and everything', () => {
  expect(resolve(['*'], INDICES_OPTIONS.strictExpandOpenClosed)).toEqual(['a1', 'a2', 'a3']);
  expect(resolve(['*'], INDICES_OPTIONS.strictExpandHidden)).toEqual(['a1', 'a2', 'a3', 'h']);
  expect(
    resolve(
      ['*'],
      indicesOptions({ expandWildcards: ['none'] }, INDICES_OPTIONS.lenientExpandOpen),
    ),
  ).toEqual([]);
  expect(
    resolve(
      ['*'],
      indicesOptions({ expandWildcards: ['closed'] }, INDICES_OPTIONS.lenientExpandOpen),
    ),
  ).toEqual(['a3']);
});

test.each([
  [['no'], INDICES_OPTIONS.strictExpandOpen, 'index_not_found_exception', 'no such index [no]'],
  [
    ['a1', 'no'],
    INDICES_OPTIONS.strictExpandOpen,
    'index_not_found_exception',
    'no such index [no]',
  ],
  [['no*'], INDICES_OPTIONS.changeOpenClosed, 'index_not_found_exception', 'no such index [no*]'],
  [['a3'], INDICES_OPTIONS.strictExpandOpenForbidClosed, 'index_closed_exception', 'closed'],
  [
    ['_x'],
    INDICES_OPTIONS.strictExpandOpen,
    'invalid_index_name_exception',
    "Invalid index name [_x], must not start with '_'.",
  ],
  [
    ['one'],
    INDICES_OPTIONS.deleteIndex,
    'illegal_argument_exception',
    'The provided expression [one] matches an alias, specify the corresponding concrete indices instead.',
  ],
])('%j is refused', (expressions, options, type, reason) => {
  expect(refusal(() => resolve(expressions, options))).toMatchObject({ type, reason });
});

test('what may be missing is left out', () => {
  expect(resolve(['a1', 'no'], INDICES_OPTIONS.lenientExpandOpen)).toEqual(['a1']);
  expect(
    resolve(['a1', 'a3'], {
      ...INDICES_OPTIONS.strictExpandOpenForbidClosed,
      ignoreUnavailable: true,
    }),
  ).toEqual(['a1']);
});

test('a missing index that is read from was an expression to OpenSearch', () => {
  const read = () => requireReadTarget(state, { name: 'no', routing: undefined, nowMs: NOW });
  expect(read).toThrow(
    expect.objectContaining({
      metadata: expect.objectContaining({ 'resource.type': 'index_expression' }),
    }),
  );
});

test('a missing index names itself in the metadata', () => {
  expect(() => resolve(['no'])).toThrow(
    expect.objectContaining({
      status: 404,
      metadata: {
        index: 'no',
        'resource.id': 'no',
        'resource.type': 'index_or_alias',
        index_uuid: '_na_',
      },
    }),
  );
});

test('date math names', () => {
  const dated = new Scene().run('create_index', createRequest('logs-2024.05.07')).state;
  expect(resolveIndices(dated, ['<logs-{now/d}>'], INDICES_OPTIONS.strictExpandOpen, NOW)).toEqual([
    'logs-2024.05.07',
  ]);
  expect(splitExpression('a,<b-{now/d{yyyy,MM}}>,c')).toEqual(['a', '<b-{now/d{yyyy,MM}}>', 'c']);
});

test('writes go to one index', () => {
  const target = (name: string, routing?: string) =>
    findWriteTarget(state, { name, routing, nowMs: NOW });
  expect(target('a1')?.index.name).toBe('a1');
  expect(target('nobody')).toBeUndefined();
  expect(target('one')?.routing).toBe('r');
  expect(refusal(() => target('one', 's')).reason).toBe(
    'Alias [one] has index routing associated with it [r], and was provided with routing value [s], rejecting operation',
  );
  expect(refusal(() => target('all')).reason).toContain(
    'no write index is defined for alias [all].',
  );
  expect(refusal(() => target('a3')).type).toBe('index_closed_exception');
  expect(
    refusal(() => requireReadTarget(state, { name: 'all', routing: undefined, nowMs: NOW })).reason,
  ).toBe(
    "alias [all] has more than one index associated with it [a1, a2], can't execute a single index op",
  );
});

test('a write index decides', () => {
  const writing = scene().run('update_aliases', {
    actions: [{ kind: 'add', indices: ['a2'], alias: 'all', isWriteIndex: true }],
  });
  expect(
    findWriteTarget(writing.state, { name: 'all', routing: undefined, nowMs: NOW })?.index.name,
  ).toBe('a2');
});

test('searches: filters and shards per index', () => {
  const search = (expressions: string[], routing?: string) =>
    resolveSearchTargets(state, {
      expressions,
      routing,
      options: INDICES_OPTIONS.strictExpandOpen,
      nowMs: NOW,
    }).map(({ index, aliasFilters, shards }) => [index.name, aliasFilters, shards]);
  expect(search(['a2'])).toEqual([['a2', undefined, [0, 1, 2]]]);
  expect(search(['filtered'])).toEqual([['a2', [{ term: { y: 2 } }], expect.any(Array)]]);
  expect(search(['filtered', 'all'])).toEqual([
    ['a2', undefined, [0, 1, 2]],
    ['a1', undefined, [0]],
  ]);
  expect(search(['one', 'a1'])).toEqual([['a1', undefined, [0]]]);
  expect(search(['a2'], '17')).toEqual([['a2', undefined, [2]]]);
});

test('routing values keep their blanks, and none of them is no shard', () => {
  const shards = (expressions: string[], routing: string) =>
    resolveSearchTargets(state, {
      expressions,
      routing,
      options: INDICES_OPTIONS.strictExpandOpen,
      nowMs: NOW,
    }).map((target) => target.shards);
  const [of17] = shards(['a2'], '17');
  const [ofBlank] = shards(['a2'], ' 17');
  expect(ofBlank).not.toEqual(of17);
  expect(shards(['a2'], '17, 17')).toEqual([[...(ofBlank ?? []), ...(of17 ?? [])].sort()]);
  expect(shards(['a2'], '17,,')).toEqual([of17]);
  for (const none of ['', ',', ',,']) expect(shards(['a2'], none)).toEqual([[]]);
});

test('the routing of an alias counts where it has values in common with that of the request', () => {
  const add = { kind: 'add', indices: ['a2'], alias: 'blank', searchRouting: '' } as const;
  const { state: more } = scene().run('update_aliases', { actions: [add] });
  const shards = (alias: string, routing?: string) =>
    resolveSearchTargets(more, {
      expressions: [alias],
      routing,
      options: INDICES_OPTIONS.strictExpandOpen,
      nowMs: NOW,
    }).flatMap((target) => target.shards);
  expect(shards('filtered', '1,other')).toHaveLength(1);
  expect(shards('filtered', 'other')).toEqual([0, 1, 2]);
  expect(shards('filtered', '')).toEqual([0, 1, 2]);
  expect(shards('blank')).toEqual([0, 1, 2]);
  expect(shards('blank', 'other')).toHaveLength(1);
  expect(shards('blank', '')).toEqual([]);
});

test('a parameter of the request replaces its default alone', () => {
  const { lenientExpandOpen: defaults } = INDICES_OPTIONS;
  expect(indicesOptions({}, defaults)).toEqual(defaults);
  for (const given of [true, false]) {
    expect(indicesOptions({ ignoreUnavailable: given }, defaults)).toEqual({
      ...defaults,
      ignoreUnavailable: given,
    });
    expect(indicesOptions({ allowNoIndices: given }, defaults)).toEqual({
      ...defaults,
      allowNoIndices: given,
    });
  }
});
