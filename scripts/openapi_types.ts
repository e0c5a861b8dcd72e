/**
 * `node scripts/openapi_types.ts [URL]`: prints TypeScript types of the requests and answers of a
 * running service, from its OpenAPI document (by default that of a node on this machine; the
 * authorization service has one at `/openapi.json`).
 */
import { commandLine } from './command_line.ts';
import { type OpenApiDocument, typesOf } from './openapi_types/types.ts';
import { answeredJson } from './trusted_json.ts';

const { positionals } = commandLine(import.meta, { allowPositionals: true });
const [url = 'http://127.0.0.1:9200/_openapi.json'] = positionals;
const answer = await fetch(url);
if (!answer.ok) {
  console.error(`openapi_types: ${url} returned status ${answer.status}`);
  process.exit(1);
}
process.stdout.write(typesOf(await answeredJson<OpenApiDocument>(answer)));
