/**
 * `uax_url_email`: like `standard`, but web addresses and e-mail addresses are one token each. At
 * each place, the longest of all that may begin there is the token, as in Lucene's
 * UAX29URLEmailTokenizer.
 */
import type { Token } from '../../analyzer.js';
import type { TokenizerType } from '../../build/component_type.js';
import { newBatch, newToken } from '../../token.js';
import { wordAt, wordLength } from '../standard.js';
import type { FoundWord } from '../word_scanner.js';
import { emailEnd } from './emails.js';
import { strictHostEnds } from './hosts.js';
import { urlEnd } from './urls.js';

export const UAX_URL_EMAIL_TOKENIZER: TokenizerType = {
  name: 'uax_url_email',
  create: (settings) => {
    const most = wordLength(settings);
    return {
      name: 'uax_url_email',
      tokenize: (text) => newBatch(tokensOf(text, most), text.length),
    };
  },
};

function tokensOf(text: string, most: number): Token[] {
  const tokens: Token[] = [];
  const found: FoundWord = { end: 0, type: '' };
  let at = 0;
  /** The first `@` that is not before `at`. */
  let sign = -1;
  while (at < text.length) {
    if (sign < at) sign = signFrom(text, at);
    const isWord = wordAt(text, at, most, found);
    const address = addressAt(text, at, { most, hasSign: sign < at + most });
    if (address !== undefined && (!isWord || address.length >= found.end - at)) {
      found.end = at + address.end;
      found.type = address.type;
    } else if (!isWord) {
      at += (text.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1;
      continue;
    }
    tokens.push(newToken(text.slice(at, found.end), at, found.end, found.type));
    at = found.end;
  }
  return tokens;
}

function signFrom(text: string, at: number): number {
  const found = text.indexOf('@', at);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

interface Address {
  /** The end of the token in the window. */
  readonly end: number;
  /** The number of characters that the rule has looked at, by which rules are compared. */
  readonly length: number;
  readonly type: string;
}

interface Window {
  /** The most characters of a token. */
  readonly most: number;
  /** True if so many characters contain an `@`, without which they are no e-mail address. */
  readonly hasSign: boolean;
}

/** The longest address at `at`; of two of one length, the first kind. */
function addressAt(text: string, at: number, { most, hasSign }: Window): Address | undefined {
  // Only these begin a host, a scheme or the local part of an e-mail address.
  if (!/["[!#-'*-9=?A-Z^-~]/.test(text.charAt(at))) return undefined;
  const window = text.slice(at, at + most);
  const hosts = strictHostEnds(window, 0);
  const url = urlEnd(window, hosts);
  const candidates = [
    ...(url < 0 ? [] : [{ end: url, length: url, type: '<URL>' }]),
    ...hostsAlone(window, hosts),
    ...(hasSign ? mailAddresses(window) : []),
  ];
  return candidates.reduce<Address | undefined>(
    (best, each) => (best === undefined || each.length > best.length ? each : best),
    undefined,
  );
}

/** A host alone is a URL if no letter, digit or hyphen goes on behind it. */
function hostsAlone(window: string, hosts: readonly number[]): readonly Address[] {
  return hosts.flatMap((end) => {
    if (end === window.length) return { end, length: end, type: '<URL>' };
    const next = String.fromCodePoint(window.codePointAt(end) ?? 0);
    return GOES_ON.test(next) ? [] : { end, length: end + next.length, type: '<URL>' };
  });
}

const GOES_ON = /[-\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]/u;

/** In `mailto:a@b.org`, the scheme is a word of its own. */
function mailAddresses(window: string): readonly Address[] {
  const scheme = MAILTO.exec(window)?.[0].length ?? 0;
  const behind = scheme === 0 ? -1 : emailEnd(window, scheme);
  const end = emailEnd(window, 0);
  return [
    ...(behind < 0 ? [] : [{ end: scheme - 1, length: behind, type: '<ALPHANUM>' }]),
    ...(end < 0 ? [] : [{ end, length: end, type: '<EMAIL>' }]),
  ];
}

const MAILTO = /^mailto:/i;
