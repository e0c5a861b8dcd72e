import { Throwable } from '@skein/java';
import { SCORE_FUNCTIONS } from './score_functions.js';

test.each([
  ['0.5d', 'failed to parse [0.5d], fractional time values are not supported', '"0.5"'],
  ['5', 'failed to parse setting [DecayDateGauss.scale] with value [5] as a time value', undefined],
])('a scale of %p is refused by a Java exception', (scale, message, number) => {
  const decay = SCORE_FUNCTIONS.find(({ name }) => name === 'decayDateGauss');
  let thrown: unknown;
  try {
    decay?.run('2024-01-01T00:00:00Z', scale, '0', 0.5, { instant: { seconds: 0, nano: 0 } });
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof Throwable)) throw new Error('it is no Java exception');
  expect(thrown.message).toContain(message);
  expect(thrown.cause?.message).toEqual(number && `For input string: ${number}`);
});
