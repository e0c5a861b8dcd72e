import { atOnce, checked } from './in_slices.js';
import { LeftToAnotherThread } from './left_to_another_thread.js';
import { beginWork, checkWanted, endedBy, endWork, leaveIfLong } from './wanted_work.js';

const unwanted = (reason: string) => () => {
  throw new Error(reason);
};

test('the check of the work that runs is called, and none without work', () => {
  expect(checkWanted).not.toThrow();
  beginWork(unwanted('outer'));
  expect(checkWanted).toThrow('outer');
  expect(() => endedBy(unwanted('inner'), checkWanted)).toThrow('inner');
  expect(checkWanted).toThrow('outer');
  expect(
    endedBy(
      () => {},
      () => 5,
    ),
  ).toBe(5);
  expect(checkWanted).toThrow('outer');
  endWork();
  expect(checkWanted).not.toThrow();
});

test('work is checked after every so many pieces, and ends with what the check throws', () => {
  function* work(): Generator<void, string> {
    for (let i = 0; i < 10; i++) yield;
    return 'end';
  }
  const count = (pieces?: number) => {
    let checks = 0;
    expect(atOnce(checked(work(), () => checks++, pieces))).toBe('end');
    return checks;
  };
  expect([count(), count(1), count(3), count(10), count(11)]).toEqual([10, 10, 3, 1, 0]);
  expect(() => atOnce(checked(work(), unwanted('gone'), 3))).toThrow('gone');
});

test('a long step is left to another thread where the work has a limit', () => {
  beginWork(() => undefined, 100);
  expect(() => leaveIfLong(100)).not.toThrow();
  expect(() => leaveIfLong(101)).toThrow(LeftToAnotherThread);
  beginWork(() => undefined);
  expect(() => leaveIfLong(1e9)).not.toThrow();
  beginWork(() => undefined, 100);
  endWork();
  expect(() => leaveIfLong(101)).not.toThrow();
});
