/** Compares the cells of dates with their rounding, for values in any order. */
import fc from 'fast-check';
import { dateRounding } from '../../rounding/date_rounding.js';
import { NumberRows } from '../../values/number_rows.js';
import { NO_CELL } from '../cells/cell_collector.js';
import { dateCells } from './step_cells.js';

const FROM = Date.UTC(2021, 0);
const TO = Date.UTC(2024, 0);

const spec = fc.record({
  unit: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
  timeZone: fc.constantFrom(undefined, 'America/New_York', 'Asia/Kolkata'),
  offsetMs: fc.constantFrom(0, 3_600_000),
});

test('the key of its cell is what a value is rounded to', () => {
  const values = fc.array(fc.integer({ min: FROM, max: TO }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(spec, values, fc.boolean(), fc.boolean(), (of, given, isSorted, isBounded) => {
      const min = Math.min(...given);
      const max = Math.max(...given);
      const rounding = dateRounding(of, { minMs: min, maxMs: max });
      const hard = isBounded ? { min: FROM + (TO - FROM) / 3, max: TO } : undefined;
      const cells = dateCells({ rounding, bounds: { min, max }, hard });
      const rows = new NumberRows();
      rows.takeAll(given.length).set(isSorted ? given.toSorted((a, b) => a - b) : given);
      const found = new Uint32Array(given.length);
      cells.assign(rows, found);
      for (let i = 0; i < given.length; i++) {
        const key = rounding.round(rows.values[i]);
        const isOutside = hard !== undefined && (key < hard.min || key >= hard.max);
        expect(isOutside ? NO_CELL : cells.key(found[i])).toBe(isOutside ? found[i] : key);
        expect(cells.isTotal && isOutside).toBe(false);
      }
    }),
  );
});
