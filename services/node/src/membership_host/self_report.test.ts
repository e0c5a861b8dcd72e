import { GOSSIP_KEYS } from './gossip_keys.js';
import { readDiskReport, readLoadReport, SelfReport } from './self_report.js';

it('says what it has, and only what has changed', () => {
  let freeBytes = 500_000;
  const said: string[] = [];
  let again = () => {};
  const report = new SelfReport({
    timers: {
      after: (_delayMs, callback) => {
        again = callback;
        return { cancel: () => {} };
      },
    },
    disk: () => ({ totalBytes: 1_000_000, availableBytes: freeBytes }),
    searchQueue: () => 3,
    say: (key, value) => said.push(`${key} ${value}`),
  });
  report.start();
  expect(said).toEqual([
    `${GOSSIP_KEYS.disk} {"totalBytes":1000000,"freeBytes":500000}`,
    `${GOSSIP_KEYS.load} {"searchQueue":3}`,
  ]);
  freeBytes += 400;
  again();
  expect(said).toHaveLength(2);
  freeBytes -= 2000;
  again();
  expect(said.slice(2)).toEqual([`${GOSSIP_KEYS.disk} {"totalBytes":1000000,"freeBytes":498000}`]);
  report.stop();
});

it('what others say is read with care', () => {
  expect(readDiskReport('{"totalBytes":10,"freeBytes":4}')).toEqual({
    totalBytes: 10,
    freeBytes: 4,
  });
  expect(readLoadReport('{"searchQueue":7}')).toEqual({ searchQueue: 7 });
  for (const text of [
    undefined,
    '',
    'null',
    '[]',
    '{"totalBytes":10}',
    '{"searchQueue":-1}',
    '7',
  ]) {
    expect([readDiskReport(text), readLoadReport(text)]).toEqual([undefined, undefined]);
  }
});
