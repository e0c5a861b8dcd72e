import fc from 'fast-check';
import { Fifo } from './fifo.js';

test('elements leave in the order in which they came', () => {
  const steps = fc.array(fc.oneof(fc.integer(), fc.constant('take' as const)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const fifo = new Fifo<number>();
      const model: number[] = [];
      for (const step of all) {
        if (step === 'take') expect(fifo.shift()).toBe(model.shift());
        else {
          fifo.push(step);
          model.push(step);
        }
        expect(fifo.length).toBe(model.length);
      }
    }),
  );
});
