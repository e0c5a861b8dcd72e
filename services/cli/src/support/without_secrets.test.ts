import { REMOVED, textWithoutSecrets, withoutSecrets } from './without_secrets.js';

test('values of secret names and of secure settings are taken out, however they are nested', () => {
  const answer = {
    nodes: {
      a: {
        settings: {
          'keystore.password': 'p1',
          security: { oauth2: { issuers: { main: { client_secret: 'p2', url: 'https://auth' } } } },
          's3.client.default.access_key': 'p3',
          http: { port: '9200' },
        },
      },
    },
    repository: { settings: { credentials: { deep: 'p4' }, location: '/backups' } },
    analysis: { tokenizer: 'standard', number_of_tokens: 5, filter: ['lowercase'] },
  };
  const text = JSON.stringify(withoutSecrets(answer));
  for (const secret of ['p1', 'p2', 'p3', 'p4']) expect(text).not.toContain(`"${secret}"`);
  expect(text.split(REMOVED)).toHaveLength(5);
  for (const kept of ['https://auth', '9200', '/backups', 'standard', '"number_of_tokens":5']) {
    expect(text).toContain(kept);
  }
});

test.each([
  ['GET / Authorization: Bearer abcdefgh.ijk', 'abcdefgh'],
  ['authorization="Basic dXNlcjpwYXNz"', 'dXNlcjpwYXNz'],
  ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln was refused', 'eyJ'],
  ['remote https://user:hunter2@old.example:9200 is away', 'hunter2'],
  ['-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----', 'MIGH'],
  ['client_secret=hunter2&grant_type=x', 'hunter2'],
  ['{"password": "hunter2"}', 'hunter2'],
])('%j', (line, secret) => {
  const left = textWithoutSecrets(line);
  expect(left).not.toContain(secret);
  expect(left).toContain(REMOVED);
});

test('lines without secrets stay as they are', () => {
  const line = '{"message":"node started","urls":["http://127.0.0.1:9200"],"nodes":"own_secret"}';
  expect(textWithoutSecrets(line)).toBe(line);
});
