/** Hits are read back as documents with unchanged source bytes. */
import { foundDocuments } from './found_documents.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (source: Uint8Array | undefined) => source && new TextDecoder().decode(source);

test('one or several hits in a chunk', () => {
  const source = '{ "a" : 1.0, "b": [ "},{", "ä" ]}';
  const found = foundDocuments([
    bytes(
      `{"_index":"i","_id":"1","_version":7,"_seq_no":3,"_primary_term":2,"_score":null,"_source":${source},"sort":[3]}`,
    ),
    bytes(
      '{"_index":"i","_id":"\\u00e4\\n","_score":1.0,"_routing":"r"},{"_index":"j","_id":"3","fields":{"x":[{}]}}',
    ),
  ]);
  expect(found.map((each) => ({ ...each, source: text(each.source) }))).toEqual([
    { index: 'i', id: '1', routing: undefined, version: 7, seqNo: 3, primaryTerm: 2, source },
    { ...NOTHING, index: 'i', id: 'ä\n', routing: 'r' },
    { ...NOTHING, index: 'j', id: '3' },
  ]);
});

const NOTHING = {
  routing: undefined,
  version: -1,
  seqNo: undefined,
  primaryTerm: undefined,
  source: undefined,
};

test('no hits', () => {
  expect(foundDocuments([])).toEqual([]);
});
