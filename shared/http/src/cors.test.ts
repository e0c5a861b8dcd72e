import { type CorsRules, corsVerdict, foreignPage } from './cors.js';

const RULES: CorsRules = {
  enabled: true,
  allowOrigin: 'https://good.example',
  allowMethods: ['GET'],
  allowHeaders: [],
  allowCredentials: false,
  maxAgeSeconds: 1,
};
const OFF = { ...RULES, enabled: false };
const host = 'localhost:9200';

it.each([
  ['a page of this server', { host, origin: 'http://localhost:9200' }],
  ['the same behind a proxy that ends TLS', { host, origin: 'https://LOCALHOST:9200' }],
  ['no page', { host }],
  ['an address that was typed', { host, 'sec-fetch-site': 'none' }],
  ['an image in a page of this server', { host, 'sec-fetch-site': 'same-origin' }],
])('%s is no stranger', (_what, headers) => {
  expect(foreignPage(OFF, headers)).toBeUndefined();
});

it.each([
  ['http://evil.example'],
  ['http://localhost:3000'],
  ['http://localhost'],
  ['http://evil.example/localhost:9200'],
  ['x://localhost:9200'],
  ['http://http://localhost:9200'],
  ['null'],
  [''],
])('a page of [%s] is one', (origin) => {
  expect(foreignPage(OFF, { host, origin })).toBe(origin);
  expect(corsVerdict(RULES, { method: 'GET', origin, host }).kind).toBe('refused');
});

it.each(['cross-site', 'same-site', 'same-origin, cross-site'])(
  'a request without an origin that is %s comes from one',
  (site) => {
    expect(foreignPage(RULES, { host, 'sec-fetch-site': site })).toBe(site);
  },
);

it('an origin that is allowed is none, once the rules are on', () => {
  const headers = { host, origin: 'https://good.example', 'sec-fetch-site': 'cross-site' };
  expect(foreignPage(RULES, headers)).toBeUndefined();
  expect(foreignPage(OFF, headers)).toBe('https://good.example');
});
