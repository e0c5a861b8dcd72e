import fc from 'fast-check';
import { JsonBuffer } from './json_buffer.js';

const written = (write: (buffer: JsonBuffer) => void): string => {
  const buffer = new JsonBuffer();
  write(buffer);
  return new TextDecoder().decode(buffer.finish());
};

test.each(['"', '""', '\\', '\\\\', '\u001f', ' ', '\u007f', '\u0080', 'é', '😀', ''])(
  'the text %j is written as JSON, alone and among others',
  (text) => {
    for (const each of [text, `a${text}`, `${text}a`, text.repeat(100)]) {
      expect(written((buffer) => buffer.string(each))).toBe(JSON.stringify(each));
    }
  },
);

test('texts are written as JSON, of any length', () => {
  const unit = fc.constantFrom('a', 'b', ' ', '"', '\\', '\n', 'é', '€', '😀');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
      expect(written((buffer) => buffer.string(text))).toBe(JSON.stringify(text));
      expect(written((buffer) => buffer.text(text))).toBe(text);
    }),
  );
});
