import { isOwnRequest } from './own_request.js';

const PORT = 9290;
const own = (headers: Readonly<Record<string, string>>) =>
  isOwnRequest({ host: '127.0.0.1:9290', ...headers }, PORT);

it.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['no browser', {}, true],
  ['its own page', { origin: 'http://127.0.0.1:9290', 'sec-fetch-site': 'same-origin' }, true],
  ['another name of the machine', { host: 'localhost:9290' }, true],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true],
  [
    'an issuer that sends somebody back',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    true,
  ],
  ['a name that was made to lead here', { host: 'evil.example:9290' }, false],
  ['another port', { host: '127.0.0.1:9200' }, false],
  ['a page of another origin', { origin: 'https://evil.example' }, false],
  [
    'a picture on a page of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    false,
  ],
  [
    'a frame of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    false,
  ],
])('%s', (_who, headers, isOwn) => {
  expect(own(headers)).toBe(isOwn);
});
