/**
 * The two columns of the current time: `epoch` in seconds, `timestamp` as the time of day in UTC.
 */
import { parseDateFormat } from '@skein/dates';
import type { Column } from '../cat_table.js';

const TIME_OF_DAY = parseDateFormat('HH:mm:ss');

export function epochColumns<Row extends { readonly nowMs: number }>(): Column<Row>[] {
  return [
    {
      name: 'epoch',
      aliases: ['t', 'time'],
      description: 'seconds since 1970-01-01 00:00:00',
      cell: (row) => Math.floor(row.nowMs / 1000),
    },
    {
      name: 'timestamp',
      aliases: ['ts', 'hms', 'hhmmss'],
      description: 'time in HH:MM:SS',
      cell: (row) => TIME_OF_DAY.format(row.nowMs),
    },
  ];
}
