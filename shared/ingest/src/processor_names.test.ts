import { PROCESSOR_NAMES } from './processor_names.js';
import * as all from './processors/all.js';

test('names without processors and processors have the same names', () => {
  expect([...PROCESSOR_NAMES]).toEqual(
    Object.values(all)
      .map(({ name }) => name)
      .sort(),
  );
});
