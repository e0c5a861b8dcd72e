import { ComponentSettings } from './component_settings.js';

test('an empty list is a list, as settings of an index and requests keep it', () => {
  const settings = new ComponentSettings(
    'f',
    new Map([
      ['stored', ''],
      ['asked', '[]'],
      ['a.0', 'x'],
    ]),
  );
  expect(settings.list('stored')).toEqual([]);
  expect(settings.list('asked')).toEqual([]);
  expect(settings.list('a')).toEqual(['x']);
  expect(settings.list('none')).toBeUndefined();
});

const of = (value: string) => new ComponentSettings('f', new Map([['key', value]]));

test.each([
  ['a,b,', ['a', 'b']],
  ['a, b,,', ['a', 'b']],
  [',a,,b', ['', 'a', '', 'b']],
  ['a, ', ['a', '']],
  [',,', []],
])('nothing between commas at the end of %p is no entry', (value, entries) => {
  expect(of(value).list('key')).toEqual(entries);
});

test('an integer may have any number of digits', () => {
  expect(of('0000000000002').integer('key', 1)).toBe(2);
  expect(() => of('2147483648').integer('key', 1)).toThrow('with value [2147483648]');
  expect(() => of('').integer('key', 1)).toThrow('with value []');
});

test('a blank text is no boolean', () => {
  expect(of(' ').boolean('key', true)).toBe(true);
});
