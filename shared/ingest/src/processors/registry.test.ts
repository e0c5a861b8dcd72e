import { processorType, REFUSED_PROCESSORS, refusedProcessor } from './registry.js';

test.each(['ip2geo', 'geojson-feature', 'text_embedding', 'enrich'])(
  '%s is refused by name',
  (name) => {
    expect(refusedProcessor(name)).toBe(`processor [${name}] is not supported`);
  },
);

test('no processor is both there and refused', () => {
  expect([...REFUSED_PROCESSORS].filter((name) => processorType(name) !== undefined)).toEqual([]);
  expect(refusedProcessor('set')).toBeUndefined();
});
