import { PROFILES } from '@skein/settings';
import { productIdentity } from './product_identity.js';

test('universal has every mark a client looks for', () => {
  const { version, tagline } = productIdentity('universal', false);
  expect(tagline).toBe('You Know, for Search');
  expect(version).toMatchObject({
    distribution: 'opensearch',
    number: '7.10.2',
    build_flavor: 'default',
  });
});

test.each([
  ['elasticsearch-7', undefined, '7.10.2'],
  ['elasticsearch-8', undefined, '8.19.0'],
  ['elasticsearch-9', undefined, '9.1.0'],
  ['opensearch-2', 'opensearch', '2.19.1'],
] as const)('%s', (profile, distribution, number) => {
  const { version } = productIdentity(profile, false);
  expect([version.distribution, version.number]).toEqual([distribution, number]);
});

test('the override shows OpenSearch under the number old clients expect', () => {
  const { version } = productIdentity('opensearch-2', true);
  expect(version.number).toBe('7.10.2');
  expect(version).not.toHaveProperty('distribution');
});

test('every profile has what version readers read', () => {
  for (const profile of PROFILES) {
    expect(productIdentity(profile, false).version).toMatchObject({
      build_hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      build_date: expect.stringMatching(/Z$/),
      minimum_wire_compatibility_version: expect.any(String),
      minimum_index_compatibility_version: expect.any(String),
    });
  }
});
