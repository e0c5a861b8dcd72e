/** The limits of a run apply to the run alone; between runs nothing is charged. */
import { abandonRuns, allocate, enter, leave, restoreMeter, spend, startMeter } from './meter.js';
import { Throwable } from './throwable.js';

const MANY = 10_000_000;

test('a host goes on for ever, however much its documents take together', () => {
  for (let i = 0; i < 100; i++) {
    allocate(MANY);
    spend(MANY);
  }
});

test('a run has what it may use, whatever was taken before it and is taken after it', () => {
  for (let round = 0; round < 3; round++) {
    allocate(MANY);
    const before = startMeter();
    try {
      allocate(MANY);
      expect(() => {
        for (let i = 0; i < 3; i++) allocate(MANY);
      }).toThrow(Throwable);
    } finally {
      restoreMeter(before);
    }
  }
});

test('a run that the engine was stopped in leaves nothing behind', () => {
  startMeter();
  abandonRuns();
  for (let i = 0; i < 10; i++) allocate(MANY);
});

test('a function of a script that a value has kept ends, outside a run too', () => {
  enter();
  expect(() => {
    for (let i = 0; i < 10; i++) spend(MANY);
  }).toThrow(Throwable);
  leave();
  abandonRuns();
});
