/** The parameters of every `_cat` endpoint. */
import {
  booleanParam,
  enumParam,
  listParam,
  orDefault,
  type ParamTable,
  type ParamValues,
} from '@skein/http';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { BYTE_UNITS, COUNT_UNITS, TIME_UNITS } from './cell.js';

function unitParam(units: readonly string[]) {
  return enumParam(
    units,
    (name, text) =>
      `unknown unit [${text}] for parameter [${name}], expected one of [${units.join(', ')}]`,
  );
}

export const CAT_PARAMS = {
  h: listParam,
  s: listParam,
  v: orDefault(booleanParam, false),
  help: orDefault(booleanParam, false),
  bytes: unitParam(BYTE_UNITS),
  time: unitParam(TIME_UNITS),
  size: unitParam(COUNT_UNITS),
  /** Has no effect: every node answers from its own cluster state. */
  local: orDefault(booleanParam, false),
  ...MASTER_TIMEOUT_PARAMS,
} as const satisfies ParamTable;

export type CatParams = Pick<
  ParamValues<typeof CAT_PARAMS>,
  'h' | 's' | 'v' | 'bytes' | 'time' | 'size'
>;
