/**
 * The circuit breakers: limits of the memory for work under way. Percentages are of the machine's
 * memory, or the container's.
 */
import type { Setting } from '../setting.js';
import {
  booleanSetting,
  choiceSetting,
  floatSetting,
  type MemoryShare,
  memoryLimitSetting,
} from '../setting_types.js';

const USE_REAL_MEMORY = booleanSetting(
  [
    'indices.breaker.total.use_real_memory',
    'static',
    'true: the parent breaker measures the memory of the process; false: it adds the estimates of its child breakers',
  ],
  'true',
);

interface ChildBreakerSettings {
  readonly limit: Setting<MemoryShare>;
  readonly overhead: Setting<number>;
  readonly type: Setting<'memory' | 'noop'>;
}

interface Child {
  readonly prefix: string;
  readonly of: string;
  readonly limit: string;
  readonly overhead: string;
}

function child({ prefix, of, limit, overhead }: Child): ChildBreakerSettings {
  return {
    limit: memoryLimitSetting(
      [`${prefix}.limit`, 'dynamic', `limit of the memory of ${of}; -1: no limit`],
      limit,
    ),
    overhead: floatSetting(
      [
        `${prefix}.overhead`,
        'dynamic',
        `factor by which estimates of the memory of ${of} are multiplied`,
      ],
      overhead,
      { min: 0 },
    ),
    type: choiceSetting<'memory' | 'noop'>(
      [`${prefix}.type`, 'static', `noop: the memory of ${of} is not limited`],
      'memory',
      ['memory', 'noop'],
    ),
  };
}

const REQUEST = child({
  prefix: 'indices.breaker.request',
  of: 'the computations of requests',
  limit: '60%',
  overhead: '1.0',
});
const FIELDDATA = child({
  prefix: 'indices.breaker.fielddata',
  of: 'loaded segments, part of node.memory.limit',
  limit: '40%',
  overhead: '1.03',
});
const IN_FLIGHT = child({
  prefix: 'network.breaker.inflight_requests',
  of: 'request bodies',
  limit: '100%',
  overhead: '2.0',
});

/** Child breakers by their names in `_nodes/stats`. */
export const CHILD_BREAKERS = {
  request: REQUEST,
  fielddata: FIELDDATA,
  in_flight_requests: IN_FLIGHT,
} as const;

export const BREAKER = {
  useRealMemory: USE_REAL_MEMORY,
  totalLimit: memoryLimitSetting(
    [
      'indices.breaker.total.limit',
      'dynamic',
      'limit of the memory of the parent breaker; -1: no limit',
    ],
    (settings) => ((settings.get(USE_REAL_MEMORY.key) ?? 'true') === 'true' ? '95%' : '70%'),
  ),
  breakerType: choiceSetting<'hierarchy' | 'none'>(
    ['indices.breaker.type', 'static', 'none: all circuit breakers are off'],
    'hierarchy',
    ['hierarchy', 'none'],
  ),
  requestLimit: REQUEST.limit,
  requestOverhead: REQUEST.overhead,
  requestType: REQUEST.type,
  fielddataLimit: FIELDDATA.limit,
  fielddataOverhead: FIELDDATA.overhead,
  fielddataType: FIELDDATA.type,
  inFlightLimit: IN_FLIGHT.limit,
  inFlightOverhead: IN_FLIGHT.overhead,
  inFlightType: IN_FLIGHT.type,
};
