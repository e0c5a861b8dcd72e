import { indexRows, shownRows } from './index_rows.js';

const ROWS = indexRows([
  {
    index: 'b',
    health: 'green',
    status: 'open',
    pri: '1',
    rep: '0',
    'docs.count': '5',
    'store.size': '100',
  },
  {
    index: 'a',
    health: 'yellow',
    status: 'open',
    pri: '2',
    rep: '1',
    'docs.count': '9',
    'store.size': '10',
  },
  {
    index: '.c',
    health: 'green',
    status: 'close',
    pri: '1',
    rep: '1',
    'docs.count': null,
    'store.size': null,
  },
]);

const names = (options: Partial<Parameters<typeof shownRows>[1]>) =>
  shownRows(ROWS, { filter: '', sort: 'name', hidden: false, ...options }).map(({ name }) => name);

it('has figures as numbers, and none of what is closed', () => {
  expect(ROWS[0]).toMatchObject({ name: '.c', documents: undefined, sizeBytes: undefined });
  expect(ROWS[1]).toMatchObject({ name: 'a', primaries: 2, replicas: 1, documents: 9 });
});

it('filters and sorts', () => {
  expect(names({})).toEqual(['a', 'b']);
  expect(names({ hidden: true })).toEqual(['.c', 'a', 'b']);
  expect(names({ filter: 'b' })).toEqual(['b']);
  expect(names({ sort: 'sizeBytes', hidden: true })).toEqual(['b', 'a', '.c']);
});
