/**
 * The accepted differences of requests at which OpenSearch fails with a Java exception, each with
 * its heading in docs/conformance/differences.md.
 */
import type { Explanation } from './explained_aggregations.ts';

/**
 * Exceptions that OpenSearch throws in Java code or on the shard without a check beforehand: ours
 * has the same type, or is found earlier.
 */
const REFUSED_WITH_500 =
  /^status \| HTTP 500 (?:(\w+)\/.* \|\| HTTP 400 \1\/|\w+\/(?:(?:null_pointer|class_cast|array_index_out_of_bounds|runtime)_exception|illegal_state_exception: (?:value source config is invalid|Can't get text on a VALUE_NULL)|settings_exception: Failed to load settings from|exception: java\.lang\.ClassCastException: |aggregation_execution_exception: (?:ValuesSource type org|Invalid aggregation order path)).* \|\| HTTP 400)/s;

export const OF_FAULTS: readonly Explanation[] = [
  {
    heading: 'Invalid requests that OpenSearch answers with status 500',
    applies: ({ kind }) =>
      REFUSED_WITH_500.test(kind) ||
      /^root \| HTTP 400 parsing_exception\/parsing_exception: Failed to parse \|\| .*invalid number of points \[N\]/.test(
        kind,
      ),
  },
  {
    heading: 'A derived field without a script',
    applies: ({ kind }) => /\|\| HTTP 400 .*derived field \[\w+\] has no script$/.test(kind),
  },
  {
    heading: 'Valid requests that OpenSearch answers with status 500',
    applies: ({ kind }) =>
      /^status \| HTTP 500 \w+\/(?:null_pointer|class_cast|array_index_out_of_bounds|unsupported_operation|runtime)_exception: .* \|\| HTTP 200/.test(
        kind,
      ) ||
      /^\/_shards\/failed \| N (?:array_index_out_of_bounds|null_pointer|class_cast)_exception: .* \|\| N$/s.test(
        kind,
      ) ||
      /^\w+ \| HTTP 500 \w+\/array_index_out_of_bounds_exception: .* \|\| HTTP 500/.test(kind) ||
      /\/illegal_state_exception: Expected \[N\] buckets, but got \[N\] \|\| HTTP (?:200$|500)/.test(
        kind,
      ) ||
      /response_handler_failure_transport_exception: java\.util\.NoSuchElementException: .* \|\| HTTP 200$/.test(
        kind,
      ) ||
      /TokenStream contract violation: close\(\) call missing \|\| HTTP 200$/.test(kind) ||
      /Sub-iterators of ConjunctionDISI are not on the same document! \|\| HTTP 200$/.test(kind) ||
      /failed to create query: null \|\| HTTP/.test(kind),
  },
];
