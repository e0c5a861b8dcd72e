import { readBulk } from './bulk_body.js';

const DEFAULTS = {
  index: undefined,
  routing: undefined,
  pipeline: undefined,
  requireAlias: false,
  source: undefined,
};
const parse = (text: string, more = {}) => [
  ...readBulk(new TextEncoder().encode(text), { ...DEFAULTS, ...more }),
];

it('pairs actions with their documents and leaves those as they are', () => {
  const items = parse(
    '{"index":{"_index":"a","_id":"1"}}\r\n{"x": 1}\r\n\n{"delete":{"_id":2}}\n{"create":{}}\n{broken\n',
    { index: 'b', routing: 'r' },
  );
  const shown = items.map(({ action, write: { index, id, autoId, routing, body } }) => ({
    action,
    index,
    id,
    autoId,
    routing,
    body: body && new TextDecoder().decode(body),
  }));
  expect(shown).toEqual([
    { action: 'index', index: 'a', id: '1', autoId: false, routing: 'r', body: '{"x": 1}' },
    { action: 'delete', index: 'b', id: '2', autoId: false, routing: 'r', body: undefined },
    { action: 'create', index: 'b', id: '', autoId: true, routing: 'r', body: '{broken' },
  ]);
});

it.each([
  ['{"index":{}}\n{}', 'The bulk request must be terminated by a newline [\\n]'],
  [
    '"index"\n{}\n',
    'Malformed action/metadata line [1], expected START_OBJECT but found [VALUE_STRING]',
  ],
  [
    '{"index":{}}\n{}\n{}\n',
    'Malformed action/metadata line [3], expected FIELD_NAME but found [END_OBJECT]',
  ],
  [
    '{"nope":{}}\n{}\n',
    'Malformed action/metadata line [1], expected one of [create, delete, index, update] but found [nope]',
  ],
  ['{"index":{"_foo":1}}\n{}\n', 'Action/metadata line [1] contains an unknown parameter [_foo]'],
  [
    '{"index":{"_id":[1]}}\n{}\n',
    'Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]',
  ],
])('%j is refused', (body, reason) => {
  expect(() => parse(body)).toThrow(reason);
});
