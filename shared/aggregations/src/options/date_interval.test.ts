import { eitherInterval, fixedInterval, offsetMs } from './date_interval.js';

test('fixed intervals are whole numbers of a unit, as in OpenSearch', () => {
  expect(fixedInterval('36h')).toEqual({ intervalMs: 129_600_000 });
  expect(fixedInterval('1500micros')).toEqual({ intervalMs: 1 });
  expect(() => fixedInterval('0.5d')).toThrow(
    'failed to parse [0.5d], fractional time values are not supported',
  );
  expect(() => fixedInterval('1M')).toThrow('[date_histogram.fixedInterval] with value [1M]');
  expect(() => offsetMs('-0.5h')).toThrow('failed to parse [0.5h], fractional time values');
});

test.each(['0.5d', 'xs', '5', '-5s'])('the older interval refuses %p', (text) => {
  expect(() => eitherInterval(text)).toThrow(`Unable to parse interval [${text}]`);
});
