import { OneNodeApi } from '../../testing/one_node_api.js';

test('what there is of the features is available, and categories choose', async () => {
  const api = await new OneNodeApi().start();
  const all = await api.request('GET', '/_xpack');
  expect(all).toMatchObject({
    status: 200,
    json: {
      build: { hash: expect.any(String), date: expect.any(String) },
      license: { status: 'active' },
      features: {
        ilm: { available: true, enabled: true },
        transform: { available: true, enabled: true },
        ml: { available: false, enabled: false },
      },
    },
  });
  const { json } = await api.request('GET', '/_xpack?categories=license');
  expect(Object.keys(json ?? {})).toEqual(['license', 'tagline']);
  expect((await api.request('GET', '/_xpack?categories=nope')).status).toBe(400);
});
