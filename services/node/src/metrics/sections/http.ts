/**
 * Connections of clients, failures, and documents being indexed. Requests are in a separate
 * histogram (`../request_metrics.ts`).
 */
import type { Section } from '../contract.js';
import { byLabel, counter, gauge, seconds } from '../families.js';

export const httpSection: Section = ({ report: { http, failedRequests, ingest, work } }) => [
  gauge(['http_connections', 'Number of open connections of clients.'], http.currentOpen),
  counter(
    [
      'http_connections_total',
      'Number of connections that clients have opened since the process started.',
    ],
    http.totalOpened,
  ),
  counter(
    [
      'http_failed_requests_total',
      'Number of requests that were answered with a status of 500 or higher, by the type of the error.',
    ],
    byLabel('type', failedRequests, (failure) => failure),
  ),
  gauge(
    [
      'indexing_pressure_bytes',
      'Size of the documents that are being written, in bytes, by the stage of the write.',
    ],
    byLabel('stage', ['coordinating', 'primary', 'replica'] as const, (stage) => [
      stage,
      work.pressure.current[stage],
    ]),
  ),
  counter(
    ['ingest_documents_total', 'Number of documents that went through ingest pipelines.'],
    ingest.total.count,
  ),
  counter(
    ['ingest_failures_total', 'Number of documents that failed in an ingest pipeline.'],
    ingest.total.failed,
  ),
  counter(
    ['ingest_seconds_total', 'Time that documents spent in ingest pipelines, in seconds.'],
    seconds(ingest.total.timeMs),
  ),
];
