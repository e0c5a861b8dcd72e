import { changeableParts, changesOf } from './client_body.js';

const CLIENT = {
  client_id: 'portal',
  client_name: 'Portal',
  type: 'public',
  scope: 'indices:read:*',
  redirect_uris: ['https://portal.example/cb'],
  disabled: false,
  created: '2026-01-01T00:00:00.000Z',
};

it('shows what can be changed', () => {
  expect(changeableParts(CLIENT)).toEqual({
    client_name: 'Portal',
    scope: 'indices:read:*',
    redirect_uris: ['https://portal.example/cb'],
  });
});

it('sends what was changed alone', () => {
  const written = { ...changeableParts(CLIENT), scope: 'indices:read:a', first_party: true };
  expect(changesOf(CLIENT, written)).toEqual({
    scope: 'indices:read:a',
    first_party: true,
  });
  expect(changesOf(CLIENT, changeableParts(CLIENT))).toEqual({});
});
