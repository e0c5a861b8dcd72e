import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../sqlite/migrations.js';
import { PURGES } from './purge.js';

const database = new DatabaseSync(':memory:');
for (const step of MIGRATIONS) database.exec(step);
afterAll(() => database.close());

test.each(PURGES)('no table is read as a whole: $sql', ({ sql }) => {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(0);
  const steps = plan.map(({ detail }) => String(detail));
  expect(steps.join()).toMatch(/USING (COVERING )?INDEX \w+_purged/);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
