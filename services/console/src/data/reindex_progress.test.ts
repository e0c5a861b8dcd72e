import { parseJson } from '../json/exact_json.js';
import { progressOf, reindexBody } from './reindex_progress.js';

it('counts what is dealt with, whatever became of it', () => {
  const status = {
    total: 200,
    created: 20,
    updated: 10,
    deleted: 5,
    noops: 5,
    version_conflicts: 10,
  };
  expect(progressOf({ completed: false, task: { status } })).toEqual({
    done: 50,
    total: 200,
    percent: 25,
    state: 'running',
    reasons: [],
  });
});

it('has looked at nothing yet when the task has just begun', () => {
  expect(progressOf({ completed: false, task: {} })).toMatchObject({
    percent: 0,
    state: 'running',
  });
});

it('is whole when it is done, with nothing to do too', () => {
  const task = { status: { total: 0 } };
  const done = progressOf({ completed: true, task, response: { total: 0, failures: [] } });
  expect(done).toMatchObject({ percent: 100, state: 'done' });
});

it('says that it was cancelled, and how far it came', () => {
  const response = { total: 10, created: 4, canceled: 'by user request', failures: [] };
  expect(progressOf({ completed: true, task: { cancelled: true }, response })).toMatchObject({
    percent: 40,
    state: 'cancelled',
  });
});

it('says why documents were refused, or all of it', () => {
  const failures = [
    { id: '1', cause: { type: 'mapper_parsing_exception', reason: 'failed to parse' } },
  ];
  const some = progressOf({
    completed: true,
    task: {},
    response: { total: 2, created: 1, failures },
  });
  expect(some).toMatchObject({ state: 'failed', reasons: ['failed to parse'] });
  const all = progressOf({ completed: true, task: {}, error: { reason: 'no such index [a]' } });
  expect(all).toMatchObject({ state: 'failed', reasons: ['no such index [a]'] });
});

it('asks for several indices and a part of them', () => {
  const wish = { source: 'a, b', target: ' c ', query: '{"term":{"n":9007199254740993}}' };
  expect(reindexBody(wish, parseJson)).toEqual({
    source: { index: ['a', 'b'], query: { term: { n: 9007199254740993n } } },
    dest: { index: 'c' },
  });
  expect(() => reindexBody({ ...wish, query: '{' }, parseJson)).toThrow(SyntaxError);
});
