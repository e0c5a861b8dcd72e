import { silentLog } from '@skein/base';
import { readIssuers } from './issuers.js';

const NOT_SAVED = { load: async () => undefined, save: async () => undefined };
const clock = { nowMs: () => 0, monotonicMs: () => 0 };
const read = (settings: Record<string, string>) =>
  readIssuers(
    new Map(
      Object.entries(settings).map(([key, value]) => [`security.oauth2.issuers.${key}`, value]),
    ),
    { clock, savedKeys: () => NOT_SAVED, log: silentLog },
  );

describe('issuers', () => {
  it('reads every issuer with its defaults', () => {
    const issuers = read({
      'a.url': 'http://127.0.0.1:9280',
      'b.url': 'https://b.example',
      'b.audience': 'x',
      'b.algorithms': 'EdDSA, RS256',
    });
    expect(issuers).toMatchObject([
      { issuer: 'http://127.0.0.1:9280', audience: 'skein', algorithms: ['ES256'] },
      { issuer: 'https://b.example', audience: 'x', algorithms: ['EdDSA', 'RS256'] },
    ]);
    expect(read({})).toEqual([]);
  });

  it.each([
    [{ 'a.audience': 'x' }, 'setting [security.oauth2.issuers.a.url] is missing'],
    [{ 'a.url': 'file:///etc/passwd' }, 'must be an http or https URL'],
    [{ 'a.url': 'https://a', 'a.algorithms': 'HS256' }, 'algorithm [HS256]'],
    [{ 'a.url': 'https://a', 'a.algorithms': 'none' }, 'algorithm [none]'],
    [
      { 'a.url': 'https://a', 'a.jwks_url': 'x' },
      'unknown setting [security.oauth2.issuers.a.jwks_url]',
    ],
  ])('refuses %j', (settings, message) => expect(() => read(settings)).toThrow(message));
});
