import { countableField, readFields, shownFields, timeFieldOf } from './fields.js';

const caps = (type: string, aggregatable = true) => ({
  [type]: { type, searchable: true, aggregatable },
});

const FIELDS = readFields({
  fields: {
    message: caps('text', false),
    'message.keyword': caps('keyword'),
    'user.name': caps('keyword'),
    user: caps('object', false),
    published: caps('date'),
    at: caps('date_nanos'),
    n: { ...caps('long'), ...caps('keyword', false) },
    _id: caps('_id'),
  },
});

it('has the fields that hold values, by name', () => {
  expect(FIELDS.map(({ name }) => name)).toEqual([
    'at',
    'message',
    'message.keyword',
    'n',
    'published',
    'user.name',
  ]);
});

it('can only what it can in every index', () => {
  expect(FIELDS.find(({ name }) => name === 'n')?.isAggregatable).toBe(false);
});

it('shows a field once, however it is indexed', () => {
  expect(shownFields(FIELDS).map(({ name }) => name)).not.toContain('message.keyword');
  expect(shownFields(FIELDS).map(({ name }) => name)).toContain('user.name');
});

it('counts text by the keyword below it', () => {
  expect(countableField(FIELDS, 'message')?.name).toBe('message.keyword');
  expect(countableField(FIELDS, 'user.name')?.name).toBe('user.name');
  expect(countableField(FIELDS, 'n')).toBeUndefined();
});

it('takes the wanted date, or the first', () => {
  expect(timeFieldOf(FIELDS, 'published')).toBe('published');
  expect(timeFieldOf(FIELDS, 'message')).toBe('at');
  expect(
    timeFieldOf(readFields({ fields: { '@timestamp': caps('date'), '@a': caps('date') } }), ''),
  ).toBe('@timestamp');
  expect(timeFieldOf([], 'at')).toBeUndefined();
});
