/** java.util.Base64. */
import type { ClassTable } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import { type Alphabet, BASIC, decodeBytes, type Encoding, encodeBytes } from '../text/base64.js';
import { textOfUnits } from '../text/code_units.js';
import { allocate } from '../values/meter.js';
import { illegalArgument } from '../values/throwable.js';
import { JavaObject } from '../values/value.js';

class Encoder extends JavaObject {
  readonly className: string = 'java.util.Base64$Encoder';
  readonly how: Encoding;

  constructor(how: Encoding) {
    super();
    this.how = how;
  }
}

class Decoder extends JavaObject {
  readonly className: string = 'java.util.Base64$Decoder';
  readonly how: Alphabet;

  constructor(how: Alphabet) {
    super();
    this.how = how;
  }
}

const MIME: Encoding = { kind: 'mime', padded: true, lineLength: 76, separator: '\r\n' };

/** Lines contain as many whole groups of four as fit; with room for none, the text has no lines. */
function mimeEncoder(lineLength: number, separator: JArray): Encoder {
  const text = textOfUnits(separator.numbers.map((one) => one & 255));
  const bad = /[A-Za-z0-9+/=]/.exec(text)?.[0];
  if (bad !== undefined)
    throw illegalArgument(
      `Illegal base64 line separator character 0x${bad.charCodeAt(0).toString(16)}`,
    );
  const whole = lineLength & ~3;
  return new Encoder(
    whole <= 0 ? { ...MIME, lineLength: 0 } : { ...MIME, lineLength: whole, separator: text },
  );
}

const asciiOf = (bytes: JArray): string =>
  bytes.numbers.map((one) => String.fromCharCode(one & 255)).join('');

/** Writes to the given array and returns the number of bytes. */
function write(into: JArray, bytes: readonly number[], what: string): number {
  if (into.items.length < bytes.length)
    throw illegalArgument(`Output byte array is too small for ${what} all input bytes`);
  for (const [i, one] of bytes.entries()) into.items[i] = one;
  return bytes.length;
}

function encoded(self: Encoder, bytes: JArray): string {
  allocate(bytes.items.length * 2);
  return encodeBytes(bytes.numbers, self.how);
}

export const base64: readonly ClassTable[] = [
  {
    name: 'java.util.Base64',
    statics: {
      'Base64.Decoder getDecoder()': () => new Decoder(BASIC),
      'Base64.Encoder getEncoder()': () => new Encoder(BASIC),
      'Base64.Decoder getMimeDecoder()': () => new Decoder(MIME),
      'Base64.Encoder getMimeEncoder()': () => new Encoder(MIME),
      'Base64.Encoder getMimeEncoder(int,byte[])': mimeEncoder,
      'Base64.Decoder getUrlDecoder()': () => new Decoder({ kind: 'url' }),
      'Base64.Encoder getUrlEncoder()': () => new Encoder({ ...BASIC, kind: 'url' }),
    },
  },
  {
    name: 'java.util.Base64$Decoder',
    methods: {
      'int decode(byte[],byte[])': (self: Decoder, from: JArray, into: JArray) =>
        write(into, decodeBytes(asciiOf(from), self.how), 'decoding'),
      'byte[] decode(String)': (self: Decoder, text: string) =>
        new JArray('byte', decodeBytes(text, self.how)),
    },
  },
  {
    name: 'java.util.Base64$Encoder',
    methods: {
      'int encode(byte[],byte[])': (self: Encoder, from: JArray, into: JArray) =>
        write(
          into,
          Array.from(encoded(self, from), (one) => one.charCodeAt(0)),
          'encoding',
        ),
      'String encodeToString(byte[])': encoded,
      'Base64.Encoder withoutPadding()': (self: Encoder) =>
        new Encoder({ ...self.how, padded: false }),
    },
  },
];
