/**
 * Writes AssemblyScript that unpacks 128 values in four SIMD lanes, with one loop-free function for
 * each number of bits.
 */

const ROWS = 32;
const MAX_BITS = 32;

/** The four values of a row, as an expression over the packed words. */
function row(bits: number, index: number): string {
  const bit = index * bits;
  const word = Math.floor(bit / 32);
  const shift = bit % 32;
  const load = (at: number): string => `v128.load(start, ${16 * at})`;
  let value = shift === 0 ? load(word) : `v128.shr<u32>(${load(word)}, ${shift})`;
  if (shift + bits > 32) {
    value = `v128.or(${value}, v128.shl<u32>(${load(word + 1)}, ${32 - shift}))`;
  }
  return shift + bits === 32 ? value : `v128.and(${value}, mask)`;
}

function unpackOne(bits: number): string {
  if (bits === 0) return 'function unpack0(target: u32): void { memory.fill(target, 0, 512); }';
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `  v128.store(target, ${row(bits, index)}, ${16 * index});`,
  );
  const mask = bits === 32 ? '-1' : `${2 ** bits - 1}`;
  return [
    `function unpack${bits}(start: u32, target: u32): void {`,
    `  const mask = i32x4.splat(${mask});`,
    ...rows,
    '}',
  ].join('\n');
}

export function unpackWidths(): string {
  const widths = Array.from({ length: MAX_BITS + 1 }, (_, bits) => bits);
  const cases = widths.map((bits) => {
    const values = bits === 0 ? 'target' : 'start, target';
    return `    case ${bits}: unpack${bits}(${values}); break;`;
  });
  return [
    ...widths.map(unpackOne),
    'export function unpackWidth(start: u32, bits: i32, target: u32): void {',
    '  switch (bits) {',
    ...cases,
    '  }',
    '}',
  ].join('\n');
}
