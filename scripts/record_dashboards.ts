/**
 * Sends the requests of dashboards to a running OpenSearch, and writes the answers where the test
 * of dashboards finds them.
 *
 *     node scripts/record_dashboards.ts [--reference http://127.0.0.1:19200]
 *
 * Its indices `dashboards-flights` and `.kibana_dashboards_1` are deleted afterwards.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  askDashboards,
  type DashboardRequests,
  readDashboardFile,
  removeDashboards,
} from '../services/node/test/dashboards/ask_dashboards.ts';
import { commandLine } from './command_line.ts';

const FOLDER = resolve(import.meta.dirname, '../services/node/test/dashboards');

const { values: options } = commandLine(import.meta, {
  options: { reference: 'http://127.0.0.1:19200' },
});

const requests = readDashboardFile<DashboardRequests>('requests.json');
await removeDashboards(options.reference, requests);
const answers = await askDashboards(options.reference, requests);
await removeDashboards(options.reference, requests);
writeFileSync(join(FOLDER, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`);
for (const { name, status } of answers) process.stdout.write(`${status} ${name}\n`);
