/** `DecimalFormat`, with the results of OpenSearch 2.19 on Java 17. */
import { provideWorld } from '@skein/java';
import { fixedWorld } from './fixed_world.js';
import { faultOf, run } from './script_results.js';

beforeEach(() => provideWorld(fixedWorld()));

const literal = (pattern: string): string => `'${pattern.replaceAll("'", "\\'")}'`;
const formatted = (pattern: string, number: string): unknown =>
  run(`return new DecimalFormat(${literal(pattern)}).format(${number})`);
const patternOf = (pattern: string): unknown =>
  run(`return new DecimalFormat(${literal(pattern)}).toPattern()`);

describe('patterns of DecimalFormat', () => {
  it.each([
    ['0#', 'Malformed pattern "0#"'],
    ['#,', 'Malformed pattern "#,"'],
    ['0#0', 'Unexpected \'0\' in pattern "0#0"'],
    ['0.#0', 'Unexpected \'0\' in pattern "0.#0"'],
    ['0.0.0', 'Multiple decimal separators in pattern "0.0.0"'],
    [';0', 'Unquoted special character \';\' in pattern ";0"'],
    ['0;0;0', 'Unquoted special character \';\' in pattern "0;0;0"'],
    ['0E', 'Malformed exponential pattern "0E"'],
    ['0%%', 'Too many percent/per mille characters in pattern "0%%"'],
    ['%0%', 'Too many percent/per mille characters in pattern "%0%"'],
    ["0'x", 'Malformed pattern "0\'x"'],
  ])('refuses %s', (pattern, reason) => {
    expect(faultOf(`new DecimalFormat(${literal(pattern)})`)).toBe(reason);
  });

  it.each([
    ['#;#', '-5'],
    ['0;', '-5'],
    ['0.0;0.0', '-5.0'],
    ['#;(#)', '(5)'],
    ['0;-0', '-5'],
  ])('a negative pattern without affixes of its own adds a minus: %s', (pattern, expected) => {
    expect(formatted(pattern, '-5')).toBe(expected);
  });

  it.each([
    ['#', '#'],
    ['#,####', '#,####'],
    ['##0.#E0', '##0.#E0'],
    ["'#'0", "'#'#0"],
    ["0'%'", "#0'%'"],
    ["'a''b'0", "a''b#0"],
    ['#;(#)', '#;(#)'],
    ['0.0;0.0', '#0.0'],
  ])('%s is written as %s', (pattern, expected) => {
    expect(patternOf(pattern)).toBe(expected);
  });

  it('an affix that a script has set is quoted', () => {
    const source =
      "DecimalFormat f = new DecimalFormat('0'); f.setPositivePrefix('#'); return f.toPattern()";
    expect(run(source)).toBe("'#'#0;-#0");
  });

  it('digits behind a suffix belong to those before it', () => {
    expect(formatted('0a0', '5')).toBe('05a');
  });
});

describe('numbers in DecimalFormat', () => {
  it.each([
    ['0.0', '0.15', '0.1'],
    ['0.0', '0.25', '0.2'],
    ['0.0', '0.45', '0.5'],
    ['0.00', '1.005', '1.00'],
    ['0.00', '2.675', '2.67'],
    ['0E0', '1.5e-10', '1E-10'],
    ['0.00', "new BigDecimal('1.005')", '1.00'],
    ['0.00', "new BigDecimal('1.015')", '1.02'],
  ])('%s of %s is the nearest number: %s', (pattern, number, expected) => {
    expect(formatted(pattern, number)).toBe(expected);
  });

  it('halves are rounded up only if they are halves', () => {
    const source =
      "DecimalFormat f = new DecimalFormat('0.00'); f.setRoundingMode(RoundingMode.HALF_UP);" +
      " return f.format(1.005) + ' ' + f.format(0.125)";
    expect(run(source)).toBe('1.00 0.13');
  });

  it('a double is multiplied as a double', () => {
    expect(formatted('0.##############%', '1.005')).toBe('100.49999999999999%');
    expect(formatted('%0', '1e308')).toBe('%∞');
  });

  it.each([
    ['##0.#E0', '1234567.891', '1.235E6'],
    ['##0.#E0', '123456789012345678L', '123.5E15'],
    ['#E0', '1234567.891', '.1E7'],
    ['#E0', '0', 'E0'],
    ['00.##E0', '5', '50E-1'],
    ['0.E0', '5', '5.E0'],
  ])('%s has as many digits as the pattern: %s', (pattern, number, expected) => {
    expect(formatted(pattern, number)).toBe(expected);
  });

  it('a zero without digits is shown before the point', () => {
    expect(formatted('.', '0')).toBe('0.');
    expect(formatted('.00', '0')).toBe('.00');
  });
});
