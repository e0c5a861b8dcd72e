/** `GET /metrics` on a port of its own, so that it can be kept from those who may reach the service. */
import { createServer, type Server } from 'node:http';
import type { Metrics } from '../metrics/metrics.js';

export function metricsServer(metrics: Metrics): Server {
  metrics.gauge('process_resident_memory_bytes', () => process.memoryUsage.rss());
  metrics.gauge('process_cpu_seconds', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_uptime_seconds', () => process.uptime());
  return createServer((request, response) => {
    const known = request.url === '/metrics' && request.method === 'GET';
    response.statusCode = known ? 200 : 404;
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(known ? metrics.render() : 'not found\n');
  });
}
