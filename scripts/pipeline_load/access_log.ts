/**
 * Generates lines of an access log in Apache's combined form, the same for each seed: addresses,
 * paths and some hundred user agents.
 */

const AGENTS: readonly ((version: number) => string)[] = [
  (v) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + v}.0.0.0 Safari/537.36`,
  (v) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_${v % 8}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${11 + (v % 7)}.1 Safari/605.1.15`,
  (v) => `Mozilla/5.0 (X11; Linux x86_64; rv:${90 + v}.0) Gecko/20100101 Firefox/${90 + v}.0`,
  (v) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${12 + (v % 6)}_${v % 5} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${12 + (v % 6)}.0 Mobile/15E148 Safari/604.1`,
  (v) =>
    `Mozilla/5.0 (Linux; Android ${8 + (v % 7)}; SM-G99${v % 10}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${95 + v}.0.4896.127 Mobile Safari/537.36`,
  (v) => `curl/7.${60 + v}.0`,
  () => 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  () => 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  (v) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + v}.0.0.0 Safari/537.36 Edg/${100 + v}.0.1185.39`,
  (v) => `python-requests/2.${20 + (v % 12)}.0`,
];
const MAX_VERSIONS = 30;
const PATHS = [
  '/',
  '/index.html',
  '/images/logo.png',
  '/blog/tags/linux',
  '/projects/x/',
  '/api/v1/items',
];
const VERBS = ['GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT'];
const STATUSES = [200, 200, 200, 200, 301, 304, 404, 500];
const REFERRERS = [
  '-',
  '-',
  'http://www.example.com/search?q=logs',
  'https://example.org/projects/x/',
];
const BEGUN_MS = Date.UTC(2026, 0, 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An endless sequence of lines whose times are some hundred milliseconds apart. */
export function* accessLog(seed: number): Generator<string, never> {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = <T>(all: readonly T[]): T => all[random(all.length)];
  for (let ms = BEGUN_MS; ; ms += random(500)) {
    const address = `${1 + random(222)}.${random(256)}.${random(256)}.${random(256)}`;
    const user = random(20) === 0 ? 'frank' : '-';
    const request = `${one(VERBS)} ${one(PATHS)}?id=${random(10_000)} HTTP/1.1`;
    const agent = one(AGENTS)(random(MAX_VERSIONS));
    yield `${address} - ${user} [${timeOf(ms)}] "${request}" ${one(STATUSES)} ${random(100_000)} "${one(REFERRERS)}" "${agent}"`;
  }
}

/** Formats a time like `10/Oct/2000:13:55:36 +0000`. */
function timeOf(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  return `${day}:${time} +0000`;
}
