/**
 * Converts a curl command, as it stands in documentation and messages, into a request for the
 * editor.
 */
const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']);
/** Options with a value that is ignored: the console sends its own token. */
const IGNORED = new Set(['-H', '--header', '-u', '--user', '--cacert', '-o', '--output', '-A']);

/** The request; undefined if the text is no curl command. */
export function readCurl(text: string): string | undefined {
  const words = shellWords(text.trim());
  if (words[0] !== 'curl') return undefined;
  let method: string | undefined;
  let url: string | undefined;
  const data: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? '';
    const next = words[i + 1] ?? '';
    const [option = '', attached] = word.startsWith('--') ? word.split(/=(.*)/s) : [word];
    const value = attached ?? next;
    const step = attached === undefined ? 1 : 0;
    if (word === '-X' || option === '--request') {
      method = value;
      i += step;
    } else if (DATA.has(option)) {
      data.push(value);
      i += step;
    } else if (IGNORED.has(option)) i += step;
    else if (/^-X./.test(word)) method = word.slice(2);
    else if (word === '-I' || word === '--head') method = 'HEAD';
    else if (!word.startsWith('-')) url ??= word;
  }
  if (url === undefined) return undefined;
  const asked = (method ?? (data.length > 0 ? 'POST' : 'GET')).toUpperCase();
  const body = data.join('&').trim();
  return `${asked} ${pathOf(url)}${body === '' ? '' : `\n${indented(body)}`}`;
}

function pathOf(url: string): string {
  const path = url.replace(/^(?:https?:\/\/)?[^/]*/, '');
  return path === '' ? '/' : path;
}

/** Indents a JSON body; other bodies, such as lines of several documents, stay as they are. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch (failure) {
    if (failure instanceof SyntaxError) return body;
    throw failure;
  }
}

/** Splits a line as a POSIX shell does: quotes, escapes, and escaped line breaks. */
function shellWords(text: string): readonly string[] {
  const pattern =
    /(?:\s|\\\r?\n)*((?:'[^']*'|\$'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\[\s\S])*"|\\[^\n]|[^\s'"\\])+)/gy;
  return [...text.matchAll(pattern)].map(([, word = '']) => unquoted(word));
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_all, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\([$`"\\\n])/g, '$1') ?? escaped ?? '',
  );
}
