import type { JsonObject } from '@skein/content';
import { readModel } from './moving_models.js';

test.each<[JsonObject, string]>([
  [{ alpha: null }, 'Unrecognized parameter(s): [[alpha]]'],
  [{ alpha: '0.5' }, 'Parameter [alpha] must be a double, type `String` provided instead'],
  [{ alpha: 2n ** 63n }, 'Providedvalue was [9.223372036854776E18]'],
  [{ period: null }, 'Unrecognized parameter(s): [[period]]'],
  [{ period: 2 ** 31 }, 'Parameter [period] must be an integer, type `Long` provided instead'],
  [{ period: 2n ** 62n }, 'Parameter [period] must be an integer, type `Long` provided instead'],
  [{ type: 5 }, 'Parameter [type] must be a String, type `Integer` provided instead'],
  [{ type: null }, 'Unrecognized parameter(s): [[type]]'],
  [{ pad: 1.5 }, 'Parameter [pad] must be a boolean, type `Double` provided instead'],
])('the settings %j are refused', (settings, reason) => {
  expect(() => readModel('holt_winters', settings)).toThrow(reason);
});

test('settings have defaults', () => {
  expect(readModel('holt_winters', { alpha: 1, type: 'mult' })).toEqual({
    model: 'holt_winters',
    numbers: { alpha: 1, beta: 0.1, gamma: 0.3, period: 1 },
    multiplicative: true,
    pad: true,
  });
});
