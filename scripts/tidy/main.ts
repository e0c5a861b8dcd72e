/**
 * `npm run tidy`: the rules of docs/STYLE.md that a machine can hold. Prints every finding; fails
 * when there is one.
 */
import { banned } from './banned.ts';
import { casts } from './casts.ts';
import { commentOpeners } from './comment_openers.ts';
import { commentWidth } from './comment_width.ts';
import { cycles } from './cycles.ts';
import { docs } from './docs.ts';
import { layers } from './layers.ts';
import { packages } from './packages.ts';
import { queryNames } from './query_names.ts';
import { sizes } from './sizes.ts';
import { type Rule, readSources } from './source_file.ts';
import { typeNames } from './type_names.ts';
import { unusedExports } from './unused_exports.ts';

const RULES: readonly Rule[] = [
  layers,
  cycles,
  sizes,
  banned,
  packages,
  queryNames,
  typeNames,
  unusedExports,
  casts,
  commentWidth,
  commentOpeners,
  docs,
];

const files = readSources(process.cwd());
const findings = RULES.flatMap((rule) => rule(files));
for (const { path, line, message } of findings) console.error(`${path}:${line}: ${message}`);
console.log(`tidy: ${files.length} files, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
