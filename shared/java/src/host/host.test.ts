import { GeoPoint } from './host.js';

test('a point is shown with the digits of Java', () => {
  expect(new GeoPoint(0, -1e-5).text()).toBe('0.0, -1.0E-5');
});
