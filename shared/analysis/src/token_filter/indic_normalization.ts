/**
 * `indic_normalization`: composes letters of Indian scripts that are written in parts (Unicode 5.2,
 * chapter 9).
 */
import { normalization } from './normalization.js';

/** Blocks of 128 characters that share one layout. */
const SCRIPTS: Readonly<Record<string, number>> = {
  d: 0x0900,
  b: 0x0980,
  g: 0x0a00,
  j: 0x0a80,
  o: 0x0b00,
  t: 0x0b80,
  e: 0x0c00,
  k: 0x0c80,
  m: 0x0d00,
};
const JOINER = '\u200d';

/**
 * Rules with offsets in the block: parts, whole, scripts; `zz` is the zero-width joiner. Longer
 * rules come first.
 */
const PARTS = `05+3e+45=11:dj 05+3e+46=12:d 05+3e+47=13:dj 05+3e+48=14:dj 05+3e=06:dbgjo 05+45=72:d 05+45=0d:j 05+46=04:d 05+47=0f:j
05+48=10:gj 05+49=11:dj 05+4a=12:d 05+4b=13:dj 05+4c=14:dgj 06+45=11:dj 06+46=12:d 06+47=13:dj 06+48=14:dj 07+57=08:m
09+41=0a:d 09+57=0a:tm 0e+46=10:m 0f+45=0d:d 0f+46=0e:d 0f+47=10:d 0f+57=10:o 12+3e=13:m 12+4c=14:ek 12+55=13:e
12+57=14:tm 13+57=14:o 15+3c=58:d 16+3c=59:dg 17+3c=5a:dg 1c+3c=5b:dg 21+3c=5c:dbo 22+3c=5d:dbo 23+4d+zz=7a:m
24+4d+zz=4e:b 28+3c=29:d 28+4d+zz=7b:m 2b+3c=5e:dg 2f+3c=5f:db 2c+41+41=0b:e 30+3c=31:d 30+4d+zz=7c:m 32+4d+zz=7d:m
33+3c=34:d 33+4d+zz=7e:m 35+41=2e:e 3e+45=49:dj 3e+46=4a:d 3e+47=4b:dj 3e+48=4c:dj 3f+55=40:k 41+41=42:g 46+3e=4a:tm
46+42+55=4b:k 46+42=4a:k 46+46=48:m 46+55=47:ek 46+56=48:ek 46+57=4c:tm 47+3e=4b:botm 47+57=4c:bo 4a+55=4b:k
72+3f=07:g 72+40=08:g 72+47=0f:g 73+41=09:g 73+42=0a:g 73+4b=13:g`;

const WHOLE = new Map(
  PARTS.split(/\s+/).flatMap((rule) => {
    const [, parts = '', whole = '', scripts = ''] = /^(.+)=(.+):(.+)$/.exec(rule) ?? [];
    return [...scripts].map((script): [string, string] => {
      const base = SCRIPTS[script];
      const at = (offset: string) =>
        offset === 'zz' ? JOINER : String.fromCharCode(base + Number.parseInt(offset, 16));
      return [parts.split('+').map(at).join(''), at(whole)];
    });
  }),
);
const INDIAN = /[\u0900-\u0d7f]/;

export const INDIC_NORMALIZATION = normalization('indic_normalization', (term) => {
  if (!INDIAN.test(term)) return term;
  let composed = '';
  for (let at = 0; at < term.length; ) {
    const length = [3, 2].find((each) => WHOLE.has(term.slice(at, at + each))) ?? 1;
    const parts = term.slice(at, at + length);
    composed += WHOLE.get(parts) ?? parts;
    at += length;
  }
  return composed;
});
