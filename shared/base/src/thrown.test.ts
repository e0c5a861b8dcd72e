import { runInNewContext } from 'node:vm';
import { reasonOf, systemCodeOf } from './thrown.js';

it('tells the message of an error, of another realm too, and the text of any other value', () => {
  expect(reasonOf(new RangeError('too far'))).toBe('too far');
  expect(reasonOf(runInNewContext('new Error("elsewhere")'))).toBe('elsewhere');
  expect(reasonOf({ message: 7 })).toBe('[object Object]');
  expect(reasonOf('plain')).toBe('plain');
  expect(reasonOf(undefined)).toBe('undefined');
});

it('tells the code of a system error only if it is a text', () => {
  expect(systemCodeOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
  expect(systemCodeOf(Object.assign(new Error('old'), { code: 5 }))).toBeUndefined();
  expect(systemCodeOf(new Error('plain'))).toBeUndefined();
  expect(systemCodeOf(null)).toBeUndefined();
});
