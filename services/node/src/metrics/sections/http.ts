/**
 * Connections of clients, failures, and documents being indexed. Requests are in a separate
 * histogram (`../request_metrics.ts`).
 */
import type { Section } from '../contract.js';
import { byLabel, counter, gauge, seconds } from '../families.js';

export const httpSection: Section = ({ report: { http, failedRequests, ingest, work } }) => [
  gauge(['http_connections', 'Connections of clients that are open.'], http.currentOpen),
  counter(['http_connections_total', 'Connections of clients that were opened.'], http.totalOpened),
  counter(
    [
      'http_failed_requests_total',
      'Requests that were answered with a 5xx, by the type of the error.',
    ],
    byLabel('type', failedRequests, (failure) => failure),
  ),
  gauge(
    ['indexing_pressure_bytes', 'Documents that are being written, by the stage they are at.'],
    byLabel('stage', ['coordinating', 'primary', 'replica'] as const, (stage) => [
      stage,
      work.pressure.current[stage],
    ]),
  ),
  counter(['ingest_documents_total', 'Documents that went through pipelines.'], ingest.total.count),
  counter(['ingest_failures_total', 'Documents that a pipeline failed with.'], ingest.total.failed),
  counter(['ingest_seconds_total', 'Time of pipelines.'], seconds(ingest.total.timeMs)),
];
