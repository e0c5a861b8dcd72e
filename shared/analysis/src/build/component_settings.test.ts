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
