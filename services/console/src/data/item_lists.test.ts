import { ITEM_LISTS, simulatedDocuments } from './item_lists.js';

const list = (key: string) => ITEM_LISTS.find((one) => one.key === key);

it('says of each what it is about', () => {
  const streams = {
    data_streams: [{ name: 'logs', indices: [{}, {}], template: 'logs-template' }],
  };
  expect(list('streams')?.items(streams)).toMatchObject([
    { name: 'logs', summary: '2, logs-template' },
  ]);
  const templates = {
    index_templates: [{ name: 't', index_template: { index_patterns: ['a-*', 'b'], priority: 1 } }],
  };
  expect(list('templates')?.items(templates)).toEqual([
    { name: 't', summary: 'a-*, b', body: { index_patterns: ['a-*', 'b'], priority: 1 } },
  ]);
  const components = {
    component_templates: [{ name: 'c', component_template: { template: { settings: {} } } }],
  };
  expect(list('components')?.items(components)).toMatchObject([{ name: 'c', summary: 'settings' }]);
  const repositories = { r: { type: 'fs', settings: {} } };
  expect(list('repositories')?.items(repositories)).toMatchObject([{ name: 'r', summary: 'fs' }]);
  const pipelines = { p: { description: 'Names', processors: [{ set: {} }, { trim: {} }] }, q: {} };
  expect(
    list('pipelines')
      ?.items(pipelines)
      .map(({ name, summary }) => [name, summary]),
  ).toEqual([
    ['p', 'Names: set → trim'],
    ['q', ''],
  ]);
});

it('names the version of a policy of states that a change takes the place of', () => {
  const policy = {
    policy_id: 'keep',
    last_updated_time: 7,
    schema_version: 21,
    description: 'Keeps',
    default_state: 'hot',
    states: [{ name: 'hot' }, { name: 'gone' }],
    ism_template: null,
  };
  const policies = [{ _id: 'keep', _seq_no: 3, _primary_term: 1, policy }];
  expect(list('ism')?.items({ policies })).toEqual([
    {
      name: 'keep',
      summary: 'Keeps: hot → gone',
      body: {
        policy: {
          description: 'Keeps',
          default_state: 'hot',
          states: [{ name: 'hot' }, { name: 'gone' }],
          ism_template: null,
        },
      },
      version: '?if_seq_no=3&if_primary_term=1',
    },
  ]);
});

it('finds stored scripts in the state of the cluster, also when there are none', () => {
  const script = { lang: 'painless', source: '1' };
  expect(list('scripts')?.items({ metadata: { stored_scripts: { one: script } } })).toEqual([
    { name: 'one', summary: 'painless', body: { script } },
  ]);
  expect(list('scripts')?.items({})).toEqual([]);
});

it('tries one document over several lines, or one a line', () => {
  expect(simulatedDocuments('{\n"a": 1\n}', JSON.parse)).toEqual([{ _source: { a: 1 } }]);
  expect(simulatedDocuments('{"a":1}\n\n{"a":2}\n', JSON.parse)).toHaveLength(2);
  expect(() => simulatedDocuments('{"a":1}\nx', JSON.parse)).toThrow(SyntaxError);
});
