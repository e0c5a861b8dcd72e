/**
 * Converts a curl command, as it stands in documentation and messages, into a request for the
 * editor.
 */
import { parseJson, writeJson } from '../json/exact_json.js';

const METHOD = ['X', 'request'];
const URL_OPTION = ['', 'url'];
const DATA = ['d', 'data', 'data-raw', 'data-binary', 'data-ascii', 'json'];
const ENCODED = 'data-urlencode';
/** Always a part of the query. */
const QUERY = 'url-query';
const TO_QUERY = ['G', 'get'];
const HEAD = ['I', 'head'];
/** Other options with a value, which is ignored: the console has its own headers and token. */
const IGNORED =
  'A b c C D e E F H K m o P Q r t T u U w x y Y z cacert capath cert cert-type ciphers config connect-timeout connect-to cookie cookie-jar dump-header form header interface key key-type limit-rate max-time noproxy oauth2-bearer output pass proxy proxy-user range referer resolve retry retry-delay retry-max-time unix-socket upload-file user user-agent write-out';
const WITH_VALUE = new Set([
  ...METHOD,
  ...URL_OPTION,
  ...DATA,
  ENCODED,
  QUERY,
  ...IGNORED.split(' '),
]);

/** A word without an option has an empty name. */
interface Argument {
  readonly name: string;
  readonly value: string;
}

/** The request; undefined if the text is no curl command. */
export function readCurl(text: string): string | undefined {
  const [command, ...words] = shellWords(text.trim());
  if (command !== 'curl') return undefined;
  const given = argumentsIn(words);
  const valuesOf = (names: readonly string[]) =>
    given.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const [url] = valuesOf(URL_OPTION);
  if (url === undefined) return undefined;
  const parts = given.flatMap(({ name, value }) => {
    if (name === ENCODED) return [encoded(value)];
    return DATA.includes(name) ? [value] : [];
  });
  const data = parts.join('&').trim();
  const isQuery = valuesOf(TO_QUERY).length > 0;
  const body = isQuery ? '' : data;
  const hasBody = parts.length > 0 && !isQuery;
  const usual = valuesOf(HEAD).length > 0 ? 'HEAD' : hasBody ? 'POST' : 'GET';
  const method = (valuesOf(METHOD).at(-1) ?? usual).toUpperCase();
  const query = [...valuesOf([QUERY]).map(queryPart), ...(isQuery && data !== '' ? [data] : [])];
  const path = pathOf(url, query.join('&'));
  return `${method} ${path}${body === '' ? '' : `\n${indented(body)}`}`;
}

/** The value of `--data-urlencode`: a text, or a name with a text, which is encoded. */
function encoded(value: string): string {
  const at = value.indexOf('=');
  const name = at > 0 ? value.slice(0, at + 1) : '';
  return name + encodeURIComponent(value.slice(at + 1));
}

/** The value of `--url-query`, which is encoded unless it begins with a plus sign. */
function queryPart(value: string): string {
  return value.startsWith('+') ? value.slice(1) : encoded(value);
}

function argumentsIn(words: readonly string[]): readonly Argument[] {
  const rest = [...words];
  const found: Argument[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!/^-./.test(word)) found.push({ name: '', value: word });
    else if (!word.startsWith('--')) found.push(...shortOptions(word, rest));
    else {
      const [name = '', attached] = word.slice(2).split(/=(.*)/s);
      const value = attached ?? (WITH_VALUE.has(name) ? rest.shift() : undefined);
      found.push({ name, value: value ?? '' });
    }
  }
  return found;
}

/** The options of a word such as `-sXPUT`. A value that is not attached is taken from `rest`. */
function shortOptions(word: string, rest: string[]): readonly Argument[] {
  const letters = [...word.slice(1)];
  const at = letters.findIndex((letter) => WITH_VALUE.has(letter));
  const plain = (at < 0 ? letters : letters.slice(0, at)).map((name) => ({ name, value: '' }));
  if (at < 0) return plain;
  const attached = letters.slice(at + 1).join('');
  const value = attached === '' ? (rest.shift() ?? '') : attached;
  return [...plain, { name: letters[at] ?? '', value }];
}

function pathOf(url: string, query: string): string {
  const given = url.replace(/^(?:https?:\/\/)?[^/?]*/, '');
  const path = given.startsWith('/') ? given : `/${given}`;
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Indents a JSON body; other bodies, such as lines of several documents, stay as they are. */
function indented(body: string): string {
  try {
    return writeJson(parseJson(body), 2);
  } catch (failure) {
    if (failure instanceof SyntaxError) return body;
    throw failure;
  }
}

/** Splits a line as a shell does: quotes, escapes, and escaped line breaks. */
function shellWords(text: string): readonly string[] {
  const pattern =
    /(?:\s|\\\r?\n)*((?:'[^']*'|\$'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\\[^\n]|[^\s'"\\])+)/gy;
  return [...text.matchAll(pattern)].map(([, word = '']) => unquoted(word));
}

function unquoted(word: string): string {
  return word.replace(
    /\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_all, ansi?: string, single?: string, double?: string, escaped?: string) =>
      (ansi === undefined ? undefined : unescaped(ansi)) ??
      single ??
      double?.replace(/\\(?:\n|([$`"\\]))/g, '$1') ??
      escaped ??
      '',
  );
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text of `$'…'`, which browsers write when they copy a request as a curl command. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([\s\S]))/g,
    (_all, unit?: string, byte?: string, letter = '') => {
      const code = unit ?? byte;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return CONTROLS[letter] ?? letter;
    },
  );
}
