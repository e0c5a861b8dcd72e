import fc from 'fast-check';
import { LocalCheckpointTracker, NO_OPERATIONS } from './local_checkpoint.js';

test('the checkpoint is the highest number below which none is missing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1, max: 5 }), fc.array(fc.nat(40)), (start, marks) => {
      const tracker = new LocalCheckpointTracker(start, start);
      const marked = new Set(Array.from({ length: start + 1 }, (_, i) => i));
      for (const seqNo of marks) {
        tracker.advance(seqNo);
        tracker.markProcessed(seqNo);
        marked.add(seqNo);
        let checkpoint = -1;
        while (marked.has(checkpoint + 1)) checkpoint++;
        expect(tracker.processedCheckpoint).toBe(checkpoint);
        expect(tracker.maxProcessed).toBe(Math.max(...marked));
        expect(tracker.maxSeqNo).toBe(Math.max(...marked));
        expect(tracker.persistedCheckpoint).toBe(start);
      }
      for (let seqNo = 0; seqNo <= 41; seqNo++)
        expect(tracker.hasProcessed(seqNo)).toBe(marked.has(seqNo));
    }),
  );
});

test('numbers are given out one after the other, behind those given out elsewhere', () => {
  const tracker = new LocalCheckpointTracker(NO_OPERATIONS, NO_OPERATIONS);
  expect([tracker.generate(), tracker.generate()]).toEqual([0, 1]);
  tracker.advance(1);
  expect(tracker.generate()).toBe(2);
  tracker.advance(7);
  expect(tracker.maxSeqNo).toBe(7);
  expect(tracker.generate()).toBe(8);
});

test('what is durable is known apart from what is indexed', () => {
  const tracker = new LocalCheckpointTracker(NO_OPERATIONS, NO_OPERATIONS);
  tracker.markProcessed(0);
  tracker.markPersisted(1);
  expect([tracker.processedCheckpoint, tracker.persistedCheckpoint]).toEqual([0, -1]);
  tracker.markPersisted(0);
  expect([tracker.processedCheckpoint, tracker.persistedCheckpoint]).toEqual([0, 1]);
});

test('numbers without an operation are given out again, above those that have one', () => {
  const tracker = new LocalCheckpointTracker(NO_OPERATIONS, NO_OPERATIONS);
  for (let i = 0; i < 6; i++) tracker.generate();
  tracker.markProcessed(0);
  tracker.markProcessed(2);
  tracker.forgetAbove(9);
  expect(tracker.maxSeqNo).toBe(5);
  tracker.forgetAbove(4);
  expect(tracker.maxSeqNo).toBe(4);
  tracker.forgetAbove(1);
  expect(tracker.maxSeqNo).toBe(2);
  expect(tracker.generate()).toBe(3);
});

test('a checkpoint beyond the last number is a fault', () => {
  expect(() => new LocalCheckpointTracker(3, 4)).toThrow('checkpoint 4 beyond 3');
});
