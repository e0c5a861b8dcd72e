/** Numbers as Java prints them (JLS `Double.toString`): 1.0, 1.0E10, 1.0E-5, Infinity. */

export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const text = value.toExponential();
  return javaForm(value, atLeastTwo(text, value, Number));
}

/** The shortest digits that read back as the same float. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) {
      return javaForm(
        value,
        atLeastTwo(text, value, (one) => Math.fround(Number(one))),
      );
    }
  }
  return javaForm(value, value.toExponential(8));
}

/** Java prints two digits where one would do, the nearest ones: 4.9E-324. */
function atLeastTwo(text: string, value: number, read: (text: string) => number): string {
  if (!/^-?\de/.test(text)) return text;
  const two = value.toExponential(1);
  return read(two) === value ? two : text;
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** From `d.ddde±x` to Java's form: plain from 10^-3 up to 10^7, else with an exponent. */
function javaForm(value: number, exponential: string): string {
  const sign = value < 0 ? '-' : '';
  const [mantissa = '0', exponent = '0'] = exponential
    .replace('-', value < 0 ? '' : '-')
    .split('e');
  const digits = trimZeros(mantissa.replace('.', ''));
  const power = Number(exponent);
  if (power >= -3 && power < 7) return sign + plain(digits, power);
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${power}`;
}

function plain(digits: string, power: number): string {
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${whole}.${digits.slice(power + 1) || '0'}`;
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
