import { cellParts, type Hit, leavesOf, partsOf } from './documents.js';
import { MARK_END, MARK_START } from './search_request.js';

const HIT: Hit = {
  _index: 'a',
  _id: '1',
  _score: 1,
  _source: { user: { name: 'Ada' }, tags: ['x', 'y'], items: [{ n: 1 }, { n: 2 }], none: null },
  highlight: { 'user.name': [`${MARK_START}Ada${MARK_END} Lovelace`] },
};

it('has every value at its path', () => {
  expect(leavesOf(HIT._source)).toEqual([
    { path: 'user.name', values: ['Ada'] },
    { path: 'tags', values: ['x', 'y'] },
    { path: 'items.n', values: [1, 2] },
  ]);
  expect(leavesOf({ __proto__x: 1, constructor: 2 })).toHaveLength(2);
});

it('marks what matched', () => {
  expect(cellParts(HIT, 'user.name')).toEqual([
    { text: 'Ada', isMarked: true },
    { text: ' Lovelace', isMarked: false },
  ]);
  expect(cellParts(HIT, 'tags')).toEqual([{ text: 'x, y', isMarked: false }]);
  expect(cellParts(HIT, 'nothing')).toEqual([]);
});

it('takes a mark without an end for one that ends with the text', () => {
  expect(partsOf(`a${MARK_START}b`)).toEqual([
    { text: 'a', isMarked: false },
    { text: 'b', isMarked: true },
  ]);
});
