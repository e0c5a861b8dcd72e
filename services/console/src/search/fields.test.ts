import { countableField, isFilterable, readFields, shownFields, timeFieldOf } from './fields.js';

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
    _doc_count: caps('long'),
    _own: caps('keyword'),
    date: caps('date'),
  },
});

it('has the fields that hold values, by name', () => {
  expect(FIELDS.map(({ name }) => name)).toEqual([
    '_own',
    'at',
    'date',
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

it('filters by fields and keys of flattened ones, not by parts of a point', () => {
  const fields = readFields({
    fields: {
      place: caps('geo_point'),
      labels: caps('flat_object'),
      'user.name': caps('keyword'),
      body: { text: { type: 'text', searchable: false, aggregatable: false } },
    },
  });
  const paths = ['user.name', 'labels.a.b', 'place.lat', 'labelsx', 'body', 'unknown'];
  expect(paths.filter((path) => isFilterable(fields, path))).toEqual(['user.name', 'labels.a.b']);
});

it('takes the wanted date, or the first', () => {
  expect(timeFieldOf(FIELDS, 'published')).toBe('published');
  expect(timeFieldOf(FIELDS, 'message')).toBe('at');
  expect(
    timeFieldOf(readFields({ fields: { '@timestamp': caps('date'), '@a': caps('date') } }), ''),
  ).toBe('@timestamp');
  expect(timeFieldOf([], 'at')).toBeUndefined();
});
