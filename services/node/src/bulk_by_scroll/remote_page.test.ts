import { type RemotePage, readRemotePage } from './remote_page.js';

function read(text: string): RemotePage {
  const steps = readRemotePage(new TextEncoder().encode(text));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const page = (hits: string) => `{"_scroll_id":"s","hits":{"total":{"value":2},"hits":${hits}}}`;

test('a page has all hits of the other cluster', () => {
  const { scrollId, total, documents } = read(page('[{"_id":"1"},{"_id":"2"}]'));
  expect([scrollId, total, documents.map(({ id }) => id)]).toEqual(['s', 2, ['1', '2']]);
  expect(read(page('[]')).documents).toEqual([]);
});

test('a hit that is no object is an error, not the end of the hits', () => {
  expect(() => read(page('[null,{"_id":"1"}]'))).toThrow('answered with what is no object');
});
