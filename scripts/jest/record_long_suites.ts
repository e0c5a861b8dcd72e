/**
 * Writes long_suites.json, by which `longest_first.mjs` orders the suites, from the result of a
 * whole run on a quiet machine:
 *
 *     npm test -- --json --outputFile=run.json
 *     node scripts/jest/record_long_suites.ts run.json
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileJson } from '../trusted_json.ts';

interface Run {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** The order of shorter suites does not matter. */
const LONG_S = 8;
const ROOT = join(import.meta.dirname, '../..');

const [, , file = ''] = process.argv;
const { testResults } = fileJson<Run>(file);
const long = testResults
  .map(({ name, startTime, endTime }) => ({
    path: relative(ROOT, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }))
  .filter(({ seconds }) => seconds >= LONG_S)
  .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1));
const durations = Object.fromEntries(long.map(({ path, seconds }) => [path, seconds]));
const target = join(import.meta.dirname, 'long_suites.json');
writeFileSync(target, `${JSON.stringify(durations, undefined, 2)}\n`);
