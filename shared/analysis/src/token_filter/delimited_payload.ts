import { ApiError } from '@skein/errors';
import type { TokenFilterType } from '../build/component_type.js';
import { luceneInteger } from './lucene_integer.js';

type Encode = (text: string) => Uint8Array;

/** Encodings of the text behind the delimiter. */
const ENCODINGS: Readonly<Record<string, Encode>> = {
  float: (text) => bytesOf((view) => view.setFloat32(0, floatOf(text))),
  int: (text) => bytesOf((view) => view.setInt32(0, luceneInteger(text))),
  identity: (text) => new TextEncoder().encode(text),
};

/**
 * `delimited_payload`: cuts `term|payload` at the first delimiter. `_analyze` shows payloads; an
 * index does not keep them.
 */
export const DELIMITED_PAYLOAD: TokenFilterType = {
  name: 'delimited_payload',
  create: (settings) => {
    const given = settings.string('delimiter') ?? '|';
    if (given === '') {
      throw new ApiError('string_index_out_of_bounds_exception', 'String index out of range: 0');
    }
    const delimiter = given.charAt(0);
    const name = settings.string('encoding') ?? 'float';
    const encode = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : ENCODINGS.float;
    return {
      name: 'delimited_payload',
      attributes: ['payload'],
      apply: (batch) => {
        for (const token of batch.tokens) {
          const at = token.term.indexOf(delimiter);
          token.payload = at < 0 ? undefined : encode(token.term.slice(at + 1));
          if (at >= 0) token.term = token.term.slice(0, at);
        }
      },
    };
  },
};

function bytesOf(write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(4);
  write(new DataView(bytes.buffer));
  return bytes;
}

const FLOAT = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?$/;

function floatOf(text: string): number {
  const trimmed = text.trim();
  if (FLOAT.test(trimmed)) return Number(trimmed.replace(/(?<!Infinit)[fFdD]$/, ''));
  const reason = trimmed === '' ? 'empty String' : `For input string: "${text}"`;
  throw new ApiError('number_format_exception', reason);
}
