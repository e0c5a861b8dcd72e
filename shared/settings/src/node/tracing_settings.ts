/** Settings of request traces, which are off by default. */
import { booleanSetting, floatSetting, textSetting, timeSetting } from '../setting_types.js';

export const TRACING = {
  enabled: booleanSetting(
    [
      'tracing.enabled',
      'static',
      'true: the node sends traces of requests to an OpenTelemetry collector',
    ],
    'false',
  ),
  endpoint: textSetting(
    ['tracing.endpoint', 'static', 'URL at which the collector receives traces as OTLP over HTTP'],
    'http://127.0.0.1:4318/v1/traces',
  ),
  share: floatSetting(
    [
      'tracing.sampler.ratio',
      'static',
      'share of the requests that are traced, from 0 to 1; for a request that carries a trace, the caller has decided',
    ],
    '1',
    { min: 0, max: 1 },
  ),
  delay: timeSetting(
    ['tracing.delay', 'static', 'time for which spans are collected before they are sent'],
    '5s',
    '1ms',
  ),
} as const;
