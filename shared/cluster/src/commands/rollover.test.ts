/** Tests the plan of a rollover, and that it is refused when the alias has moved on since. */
import { createRequest, refusal, Scene } from '../testing/fixtures.js';
import type { AliasDefinition } from './alias_rules.js';
import { planRollover, type RolloverPlan } from './rollover.js';
import type { AliasAction } from './update_aliases.js';

const NOTHING = { settings: new Map<string, string>(), mapping: {}, aliases: [] };

function scene(actions: readonly AliasAction[], ...indices: readonly string[]): Scene {
  const made = new Scene();
  for (const name of indices) made.run('create_index', createRequest(name));
  return made.run('update_aliases', { actions });
}

const member = (index: string, more: Partial<AliasDefinition> = {}): AliasAction => ({
  kind: 'add',
  indices: [index],
  alias: 'logs',
  ...more,
});

function plan({ state, env }: Scene, alias: string, newIndex?: string): RolloverPlan {
  return planRollover(state, { alias, newIndex, nowMs: env.nowMs });
}

test.each([
  ['logs-1', 'logs-000002'],
  ['logs-000009', 'logs-000010'],
  ['a-1-999999', 'a-1-1000000'],
  ['a-9007199254740993', 'a-9007199254740994'],
])('behind %s comes %s', (oldIndex, newIndex) => {
  const made = scene([member(oldIndex)], oldIndex);
  const planned = { alias: 'logs', oldIndex, newIndex, providedName: newIndex };
  expect(plan(made, 'logs')).toEqual(planned);
  made.run('rollover', { ...planned, ...NOTHING });
  expect([...made.index(newIndex).aliases.keys()]).toEqual(['logs']);
  expect([...made.index(oldIndex).aliases.keys()]).toEqual([]);
});

test('a rollover that was planned before a template gave the alias away is refused', () => {
  const made = scene([member('logs-1')], 'logs-1');
  const planned = plan(made, 'logs');
  const alias = { name: 'logs', filter: undefined, indexRouting: undefined };
  const template = {
    ...{ name: 't', patterns: ['logs-*'], order: 0, version: undefined },
    ...{ settings: new Map<string, string>(), mapping: {} },
    aliases: new Map([
      [
        'logs',
        { ...alias, searchRouting: undefined, isWriteIndex: undefined, isHidden: undefined },
      ],
    ]),
  };
  made.run('put_template', { template, create: false });
  const reason =
    'Rollover alias [logs] can point to multiple indices, found duplicated alias [[logs]] in index template [t]';
  expect(refusal(() => made.run('rollover', { ...planned, ...NOTHING })).reason).toBe(reason);
  expect(refusal(() => plan(made, 'logs')).reason).toBe(reason);
});

test('date math in the name of the old index stays date math', () => {
  const made = new Scene()
    .run(
      'create_index',
      createRequest('logs-2023.11.14-1', {}, { providedName: '<logs-{now/d}-1>' }),
    )
    .run('update_aliases', { actions: [member('logs-2023.11.14-1')] });
  expect(plan(made, 'logs')).toMatchObject({
    newIndex: 'logs-2023.11.14-000002',
    providedName: '<logs-{now/d}-000002>',
  });
});

test('what cannot roll over is refused', () => {
  const made = scene(
    [member('a-1', { alias: 'both' }), member('b', { alias: 'both' }), member('b')],
    'a-1',
    'b',
    'taken',
  );
  const reasons = (['none', 'a-1', 'both', 'logs'] as const).map(
    (alias) => refusal(() => plan(made, alias)).reason,
  );
  expect(reasons).toEqual([
    'rollover target [none] does not exist',
    'rollover target is a [concrete index] but one of [alias,data_stream] was expected',
    'rollover target [both] does not point to a write index',
    "index name [b] does not match pattern '^.*-\\d+$'",
  ]);
  expect(refusal(() => plan(made, 'logs', 'taken')).type).toBe('resource_already_exists_exception');
  expect(plan(made, 'logs', 'free').newIndex).toBe('free');
});

test('a write index keeps the old index as a member, with filter and routing', () => {
  const filter = { term: { a: 1 } };
  const made = scene(
    [member('a-1', { isWriteIndex: true, filter, routing: 'r' }), member('b')],
    'a-1',
    'b',
  );
  const planned = plan(made, 'logs');
  made.run('rollover', { ...planned, ...NOTHING });
  const [before, after] = ['a-1', 'a-000002'].map((name) => made.index(name).aliases.get('logs'));
  expect(before).toMatchObject({ isWriteIndex: false, filter });
  expect(after).toMatchObject({ isWriteIndex: true, filter });
  expect([after?.indexRouting, after?.searchRouting]).toEqual([
    before?.indexRouting,
    before?.searchRouting,
  ]);
  expect(after?.indexRouting).toBe('r');
  expect(refusal(() => made.run('rollover', { ...planned, ...NOTHING })).reason).toBe(
    'rollover target [logs] points to [a-000002] by now, not to [a-1]',
  );
});

test('a template that gives the alias to the new index too is in the way', () => {
  const alias = {
    name: 'logs',
    filter: undefined,
    indexRouting: undefined,
    searchRouting: undefined,
    isWriteIndex: undefined,
    isHidden: undefined,
  };
  const made = scene([member('a-1')], 'a-1').run('put_template', {
    template: {
      name: 't',
      patterns: ['a-*'],
      order: 0,
      version: undefined,
      settings: new Map(),
      mapping: {},
      aliases: new Map([['logs', alias]]),
    },
    create: true,
  });
  expect(refusal(() => plan(made, 'logs')).reason).toContain(
    'Rollover alias [logs] can point to multiple indices',
  );
  expect(plan(made, 'logs', 'b-1').newIndex).toBe('b-1');
});
