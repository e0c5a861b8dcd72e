/** The value of a field of a date or time; undefined if it has no such field. */
import type { EnumConstant } from '../../values/enum_constant.js';
import type { LocalDate, LocalTime } from '../time.js';
import { fieldOf, hasField } from '../time_fields.js';

export const dateFieldValue = (date: LocalDate, field: EnumConstant): bigint | undefined =>
  hasField(date, field) ? fieldOf(date, field) : undefined;

export const timeFieldValue = (time: LocalTime, field: EnumConstant): bigint | undefined =>
  hasField(time, field) ? fieldOf(time, field) : undefined;
