import { type Log, type LogFields, silentLog } from '@skein/base';
import { HealthLog } from './health_log.js';

const lines: unknown[] = [];
const write = (level: string) => (message: string, fields?: LogFields) => {
  lines.push([level, message, fields?.nodeId]);
};
const log: Log = { ...silentLog, info: write('info'), warn: write('warn') };

it('doubts are not told; what outlasts them is, once', () => {
  const health = new HealthLog(log);
  for (let i = 0; i < 10; i++) {
    health.became('a', 'suspect');
    health.became('a', 'alive');
  }
  expect(lines).toEqual([]);
  for (const status of ['suspect', 'unreachable', 'unreachable'] as const)
    health.became('a', status);
  health.became('b', 'suspect');
  for (const status of ['alive', 'suspect', 'alive'] as const) health.became('a', status);
  expect(lines).toEqual([
    ['warn', 'node is unreachable', 'a'],
    ['info', 'node is reachable again', 'a'],
  ]);
  health.became('a', 'unreachable');
  health.forgotten('a');
  health.became('a', 'alive');
  expect(lines.length).toBe(3);
});
