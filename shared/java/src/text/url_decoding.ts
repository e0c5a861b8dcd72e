/** `java.net.URLDecoder`: decodes `%20` and `+`, as UTF-8. */
import { illegalArgument } from '@skein/errors';

const PERCENT = '%';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are no UTF-8 become U+FFFD. */
export function urlDecoded(text: string): string {
  if (!text.includes(PERCENT)) return text.replaceAll('+', ' ');
  let result = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] !== PERCENT) {
      const next = text.indexOf(PERCENT, at);
      const end = next < 0 ? text.length : next;
      result += text.slice(at, end).replaceAll('+', ' ');
      at = end;
      continue;
    }
    const codes: number[] = [];
    for (; text[at] === PERCENT; at += 3) codes.push(escapedByte(text, at));
    result += decoder.decode(Uint8Array.from(codes));
  }
  return result;
}

function escapedByte(text: string, at: number): number {
  if (at + 2 >= text.length) {
    throw illegalArgument('URLDecoder: Incomplete trailing escape (%) pattern');
  }
  const digits = text.slice(at + 1, at + 3);
  if (/^[+0-9a-fA-F][0-9a-fA-F]$/.test(digits)) return Number.parseInt(digits, 16);
  if (/^-[0-9a-fA-F]$/.test(digits)) {
    throw illegalArgument(
      'URLDecoder: Illegal hex characters in escape (%) pattern - negative value',
    );
  }
  throw illegalArgument(
    `URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "${digits}"`,
  );
}
