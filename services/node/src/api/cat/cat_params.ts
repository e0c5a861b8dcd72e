/** The parameters of `_cat` endpoints. */
import {
  booleanParam,
  enumParam,
  listParam,
  orDefault,
  type ParamTable,
  type ParamValues,
} from '@skein/http';
import { LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { BYTE_UNITS, COUNT_UNITS, TIME_UNITS } from './cell.js';

function unitParam(units: readonly string[]) {
  return enumParam(
    units,
    (name, text) =>
      `unknown unit [${text}] for parameter [${name}], expected one of [${units.join(', ')}]`,
  );
}

/** The parameters of every table. */
export const CAT_PARAMS = {
  h: listParam,
  s: listParam,
  v: orDefault(booleanParam, false),
  help: orDefault(booleanParam, false),
  bytes: unitParam(BYTE_UNITS),
  time: unitParam(TIME_UNITS),
  size: unitParam(COUNT_UNITS),
} as const satisfies ParamTable;

/** The parameters of tables that OpenSearch makes from the state of its cluster manager. */
export const STATE_PARAMS = { ...LOCAL_PARAM, ...MASTER_TIMEOUT_PARAMS } as const;

export type CatParams = Pick<
  ParamValues<typeof CAT_PARAMS>,
  'h' | 's' | 'v' | 'bytes' | 'time' | 'size'
>;
