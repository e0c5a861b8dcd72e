import {
  MOST_HISTORY,
  readTabs,
  type Tabs,
  withoutTab,
  withRun,
  withTab,
  withTabChange,
} from './tabs.js';

const EMPTY: Tabs = readTabs(undefined);

it('begins with one tab', () => {
  expect(EMPTY.tabs).toHaveLength(1);
  expect(EMPTY.history).toEqual([]);
});

test.each([null, {}, { tabs: [] }, { tabs: [{ id: 1 }] }, { tabs: 'a' }])(
  'takes %j for nothing that was kept',
  (content) => expect(readTabs(content)).toEqual(EMPTY),
);

it('adds, changes and takes away', () => {
  const two = withTab(withTabChange(EMPTY, '1', { text: 'a' }), 'b', 'mine');
  expect(two.tabs).toEqual([
    { id: '1', name: '1', text: 'a' },
    { id: '2', name: 'mine', text: 'b' },
  ]);
  expect(withTab(withoutTab(two, '1'), '').tabs.map(({ id }) => id)).toEqual(['2', '3']);
  const none = withoutTab(withoutTab(two, '1'), '2');
  expect(none.tabs).toEqual([{ id: '1', name: '1', text: '' }]);
});

it('remembers what was run, the newest first and once', () => {
  const run = (text: string, atMs: number) => ({ text, status: 200, atMs });
  const state = withRun(withRun(withRun(EMPTY, run('a', 1)), run('b', 2)), run('a', 3));
  expect(state.history.map(({ text, atMs }) => [text, atMs])).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  const many = Array.from({ length: 200 }, (_, n) => run(`r${n}`, n)).reduce(withRun, EMPTY);
  expect(many.history).toHaveLength(MOST_HISTORY);
  expect(many.history[0]?.text).toBe('r199');
});
