export type { Attributes, Describe, SpanStart, Tracing } from './contract.js';
export { openTracing } from './open_tracing.js';
