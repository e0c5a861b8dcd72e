/** Methods of BigInteger and BigDecimal, with the results of OpenSearch 2.19. */
import { JMap, provideWorld } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { fixedWorld } from './fixed_world.js';
import { compilePainless } from './painless.js';

const run = (source: string): unknown =>
  compilePainless(source, scriptContext('painless_test')).run(new JMap());

beforeEach(() => provideWorld(fixedWorld()));

it.each([
  ['BigInteger.ONE.pow(2000000).toString()', '1'],
  ['BigInteger.ZERO.pow(2000000).toString()', '0'],
  ['BigInteger.ZERO.pow(0).toString()', '1'],
  ['BigInteger.ONE.negate().pow(2000001).toString()', '-1'],
  ['BigInteger.ONE.negate().pow(2000000).toString()', '1'],
  ["new BigDecimal('0.00').divide(new BigDecimal('2.0')).toString()", '0.0'],
  ["new BigDecimal('10').divide(new BigDecimal('2.0')).toString()", '5'],
  ["new BigDecimal('-1.00').divide(new BigDecimal('40')).toString()", '-0.025'],
  [
    "new BigDecimal('1').divide(new BigDecimal(BigInteger.ONE.shiftLeft(500).toString())).precision()",
    350,
  ],
  ["new BigDecimal('-1200.00').stripTrailingZeros().toString()", '-1.2E+3'],
  ["new BigDecimal('1.05').stripTrailingZeros().toString()", '1.05'],
  ["new BigInteger('-zz', 36).toString()", '-1295'],
  ["new BigInteger('123456654321012345', 7).toString()", '316632901536411'],
])('%s', (source, expected) => {
  expect(run(`return ${source}`)).toBe(expected);
});

it.each([
  [0, '0'],
  [-1, '-1'],
  [128, '0,-128'],
  [-129, '-1,127'],
  [65535, '0,-1,-1'],
])('the bytes of %i', (value, bytes) => {
  const source = `def b = BigInteger.valueOf(${value}L).toByteArray(); def l = []; for (byte x : b) { l.add(x) } return l.toString()`;
  expect(run(source)).toBe(`[${bytes.replaceAll(',', ', ')}]`);
});

it.each(['12-3', '+-3', '1+'])('a sign inside a number is refused: %s', (text) => {
  const source = `try { return new BigInteger('${text}', 7) } catch (NumberFormatException e) { return e.getMessage() }`;
  expect(run(source)).toBe('Illegal embedded sign character');
});

it('long numbers take no longer than their digits justify', () => {
  const text = "String s = '1'; for (int i = 0; i < 18; i++) { s += s }";
  expect(run(`${text} return new BigInteger(s, 7).bitLength()`)).toBe(735_929);
  expect(run("return new BigDecimal('1').setScale(1000000).stripTrailingZeros().scale()")).toBe(0);
  expect(run('return BigInteger.ONE.shiftLeft(900000).toByteArray().length')).toBe(112_501);
});

it('a text is made of any number of chars', () => {
  expect(run('return String.copyValueOf(new char[1500000]).length()')).toBe(1_500_000);
  expect(run("char[] c = new char[] {(char)'a', (char)'b'}; return String.copyValueOf(c)")).toBe(
    'ab',
  );
});
