/** The parameters of the endpoints that store, show and simulate templates. */
import { booleanParam, orDefault, stringParam } from '@skein/http';
import { LOCAL_PARAM, MASTER_PARAMS, MASTER_TIMEOUT_PARAMS } from '../common_params.js';

const CHANGE_PARAMS = { create: orDefault(booleanParam, false), cause: stringParam } as const;

export const PUT_TEMPLATE_PARAMS = { ...MASTER_PARAMS, ...CHANGE_PARAMS } as const;

export const SIMULATE_TEMPLATE_PARAMS = { ...MASTER_TIMEOUT_PARAMS, ...CHANGE_PARAMS } as const;

export const GET_TEMPLATE_PARAMS = {
  ...MASTER_TIMEOUT_PARAMS,
  ...LOCAL_PARAM,
  flat_settings: orDefault(booleanParam, false),
} as const;
