import type { JsonObject } from '@skein/content';
import { refusalOf } from '@skein/errors/testing';
import { parseMultiTermVectors, parseTermVectors } from './parse_term_vectors.js';

const validation = (reason: string) => ({
  type: 'action_request_validation_exception',
  reason: `Validation Failed: ${reason}`,
});

test('a request names its index and its document', () => {
  expect(refusalOf(() => parseTermVectors({}, { index: 'i' }))).toMatchObject(
    validation('1: id or doc is missing;'),
  );
  expect(parseTermVectors({ doc: { t: 'x' } }, { index: 'i' }).doc).toEqual({ t: 'x' });
});

test('incomplete documents refuse all, with the place of the last one', () => {
  const docs = [{ _index: 'i', _id: '1' }, {}, { _id: '2' }];
  expect(refusalOf(() => parseMultiTermVectors({ docs }, {}, []))).toMatchObject(
    validation('1: index is missing;2: at multi term vectors for doc 2;'),
  );
  expect(refusalOf(() => parseMultiTermVectors({ docs: [] }, {}, []))).toMatchObject(
    validation('1: multi term vectors: no documents requested;'),
  );
  expect(parseMultiTermVectors({ ids: ['1', '2'] }, { index: 'i' }, [])).toHaveLength(2);
});

test('a document has an id or is artificial, not both', () => {
  const refusal = {
    type: 'parse_exception',
    reason: expect.stringContaining('either [id] or [doc] can be specified, but not both!'),
  };
  const docs = [{ doc: { t: 'x' }, _id: '1' }];
  expect(refusalOf(() => parseMultiTermVectors({ docs }, { index: 'i' }, []))).toMatchObject(
    refusal,
  );
  expect(refusalOf(() => parseTermVectors({ doc: {} }, { index: 'i', id: '1' }))).toMatchObject(
    refusal,
  );
});

test('a version is a long; -3 takes any', () => {
  const versionOf = (version: number | string) =>
    parseTermVectors({ version }, { index: 'i', id: '1' }).version;
  expect(versionOf(1_700_000_000_000)).toBe(1_700_000_000_000);
  expect(versionOf('7')).toBe(7);
  expect(versionOf(-3)).toBeUndefined();
});

test('what OpenSearch cannot answer is refused', () => {
  const refused = (body: JsonObject) =>
    refusalOf(() => parseTermVectors(body, { index: 'i', id: '1' }));
  expect(refused({ dfs: true })).toMatchObject({
    type: 'illegal_argument_exception',
    reason: 'distributed frequencies is not supported anymore for term vectors',
  });
  expect(refused({ filter: { max_num_terms: -1 } })).toMatchObject({
    type: 'illegal_argument_exception',
    reason: '[max_num_terms] must not be negative',
  });
  expect(refusalOf(() => parseMultiTermVectors({ docs: ['1'] }, { index: 'i' }, []))).toMatchObject(
    { type: 'illegal_argument_exception', reason: 'docs array element should include an object' },
  );
});
