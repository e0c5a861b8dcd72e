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

it('tries one document over several lines, or one a line', () => {
  expect(simulatedDocuments('{\n"a": 1\n}', JSON.parse)).toEqual([{ _source: { a: 1 } }]);
  expect(simulatedDocuments('{"a":1}\n\n{"a":2}\n', JSON.parse)).toHaveLength(2);
  expect(() => simulatedDocuments('{"a":1}\nx', JSON.parse)).toThrow(SyntaxError);
});
