import { document, failureOf, mappingOf, shown } from '../../testdata/mapping_fixture.js';

const MAPPING = mappingOf({
  f: { type: 'flattened', ignore_above: 6, depth_limit: 2, null_value: 'none' },
});
const terms = (value: object) => shown(document(MAPPING, { f: value }));

describe('flattened', () => {
  it('has values, and values behind their keys', () => {
    expect(terms({ a: { b: ['x', 1.5] }, 'c.d': true })).toEqual([
      'f=x',
      'f._keyed=a.b\0x',
      'f=1.5',
      'f._keyed=a.b\x001.5',
      'f=true',
      'f._keyed=c.d\0true',
    ]);
    expect(terms([{ a: 'x' }, { a: null }])).toEqual([
      'f=x',
      'f._keyed=a\0x',
      'f=none',
      'f._keyed=a\0none',
    ]);
  });

  it('leaves out what is too long, and refuses what is too deep', () => {
    expect(terms({ a: 'seventh' })).toEqual([]);
    expect(failureOf(() => terms({ a: { b: { c: 1 } } }))).toContain(
      'illegal_argument_exception: The provided [flattened] field [f] exceeds the maximum depth limit of [2].',
    );
    expect(failureOf(() => terms({ 'a\0': 1 }))[1]).toContain('the reserved character \\0');
    expect(failureOf(() => document(MAPPING, { f: 'x' }))).toContain(
      'parsing_exception: Failed to parse object: expecting token of type [START_OBJECT] but found [VALUE_STRING]',
    );
    const long = mappingOf({ f: { type: 'flattened' } });
    expect(failureOf(() => document(long, { f: { a: 'x'.repeat(32_766) } }))[1]).toContain(
      'Key length: 1, value length: 32766 for key starting with [a]',
    );
  });

  it('is not asked for when it is not indexed', () => {
    const plain = mappingOf({ f: { type: 'flattened', index: false } });
    const context = { nowMs: 0, indexName: 'things' };
    expect(failureOf(() => plain.field('f.a')?.termQuery('x', context))[0]).toContain(
      'Cannot search on field [f._keyed] since it is not indexed.',
    );
    expect(shown(document(plain, { f: { a: 1 } }))).toEqual(['f=1', 'f._keyed=a\x001']);
  });
});
