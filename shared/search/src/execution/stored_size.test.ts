/**
 * `_size` of the mapper-size plugin:
 * https://www.elastic.co/guide/en/elasticsearch/plugins/8.15/mapper-size-usage.html
 */
import { TestIndex } from '../testing/test_index.js';

const DOCUMENTS = [{ text: 'This is a document' }, { text: 'This is another document' }];
const BYTES = DOCUMENTS.map((document) => JSON.stringify(document).length);

const index = new TestIndex({
  mapping: { _size: { enabled: true }, properties: { text: { type: 'text' } } },
  documents: DOCUMENTS,
});

describe('_size', () => {
  it('is asked for, sorted by and aggregated', () => {
    expect(index.matches({ range: { _size: { gt: BYTES[0] ?? 0 } } })).toEqual(['2']);
    expect(index.matches({ term: { _size: BYTES[0] ?? 0 } })).toEqual(['1']);
    expect(index.matches({ exists: { field: '_size' } })).toEqual(['1', '2']);
    expect(index.search({ sort: [{ _size: 'desc' }] }).hits.map((hit) => hit.sort)).toEqual([
      [BYTES[1]],
      [BYTES[0]],
    ]);
    expect(index.answer({ size: 0, aggs: { sizes: { max: { field: '_size' } } } })).toMatchObject({
      aggregations: { sizes: { value: BYTES[1] } },
    });
    const script = { source: "doc['_size'].value > params.most", params: { most: BYTES[0] ?? 0 } };
    expect(index.matches({ script: { script } })).toEqual(['2']);
  });

  it('is shown by fields, docvalue_fields and stored_fields', () => {
    const shown = (body: Record<string, string[]>) => index.search({ ...body, size: 1 }).hits[0];
    expect(shown({ fields: ['_size'] })?.fields).toEqual({ _size: [BYTES[0]] });
    expect(shown({ docvalue_fields: ['_size'] })?.fields).toEqual({ _size: [BYTES[0]] });
    expect(shown({ stored_fields: ['_size'] })?._size).toBe(BYTES[0]);
    expect(shown({ fields: ['*'] })?.fields).toEqual({ text: ['This is a document'] });
  });

  it('is nothing where the mapping does not ask for it', () => {
    const plain = new TestIndex({ mapping: {}, documents: DOCUMENTS });
    expect(plain.matches({ exists: { field: '_size' } })).toEqual([]);
  });
});
