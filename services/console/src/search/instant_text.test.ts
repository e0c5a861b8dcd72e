import { instantInQuery, instantText } from './instant_text.js';

const FORM = { dateStyle: 'short', timeZone: 'UTC' } as const;

test('an instant is a date, and a number where browsers have none', () => {
  expect(instantText(0, 'en', FORM)).toBe('1/1/70');
  expect(instantText(8.64e15, 'en', FORM)).toMatch(/^9\/13\//);
  expect(instantText(1.7e18, 'en', FORM)).toBe('1,700,000,000,000,000,000');
});

test('the range of a histogram names instants as fields read them', () => {
  expect(instantInQuery(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(instantInQuery(1.7e18)).toBe('1700000000000000000');
});
