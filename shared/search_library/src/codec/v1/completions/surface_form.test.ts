/** The stored form of an input restores the input, and is short when it resembles its key. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { GrowableBytes } from '../../growable.js';
import { readSurface, writeSurface } from './surface_form.js';

function keyOf(text: string): Uint8Array {
  return utf8((text.toLowerCase().match(/\p{L}+/gu) ?? []).join('\x1f'));
}

function stored(text: string, words = keyOf(text)): Uint8Array {
  const out = new GrowableBytes();
  writeSurface(out, utf8(text), words);
  return out.view();
}

test.each<[string, number]>([
  ['london', 1],
  ['London', 1],
  ['Critical Section objects', 1],
  ['Waimes, Wallonia', 5],
  ['_rmdir, _wrmdir - Requirements', 14],
  ['ID3DXLine::Begin method (D3dx9core.h)', 29],
  ['São Paulo', 1],
  ['Żółw', 6],
])('%s takes %i bytes', (text, bytes) => {
  expect(stored(text)).toHaveLength(bytes);
  expect(readSurface(stored(text), keyOf(text))).toBe(text);
});

test('whatever the key is', () => {
  const letters = fc.constantFrom('a', 'b', 'A', 'B', ' ', '-', 'é', 'É', ',', '1');
  const text = fc.array(letters, { minLength: 1, maxLength: 90 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.option(text), (shown, other) => {
      const words = other === null ? keyOf(shown) : keyOf(other);
      expect(readSurface(stored(shown, words), words)).toBe(shown);
    }),
  );
});
