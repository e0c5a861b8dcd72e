/** Settings of request traces, which are off by default. */
import { booleanSetting, floatSetting, textSetting, timeSetting } from '../setting_types.js';

export const TRACING = {
  enabled: booleanSetting(
    ['tracing.enabled', 'static', 'sends traces of requests to a collector of OpenTelemetry'],
    'false',
  ),
  endpoint: textSetting(
    ['tracing.endpoint', 'static', 'where a collector takes traces as OTLP over HTTP'],
    'http://127.0.0.1:4318/v1/traces',
  ),
  share: floatSetting(
    [
      'tracing.sampler.ratio',
      'static',
      'share of the requests that are traced, from 0 to 1; a caller with a trace of its own has decided already',
    ],
    '1',
    { min: 0, max: 1 },
  ),
  delay: timeSetting(
    ['tracing.delay', 'static', 'how long spans are gathered before they are sent'],
    '5s',
    '1ms',
  ),
} as const;
