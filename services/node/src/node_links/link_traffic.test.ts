import { systemTimers } from '@skein/platform';
import { type Link, MemoryNetwork } from '@skein/transport';
import { LinkTraffic } from './link_traffic.js';

const SILENT = { message: () => {}, drained: () => {}, closed: () => {} };
const turn = () => new Promise((next) => setTimeout(next, 5));

it('counts what passes in both directions, and what is open', async () => {
  const here = new LinkTraffic();
  const there = new LinkTraffic();
  const network = new MemoryNetwork(systemTimers);
  const accepted: Link[] = [];
  network.listen('there', (link) => {
    const counted = there.accepted(link);
    counted.listen(SILENT);
    accepted.push(counted);
  });
  const link = await here.dialling(network.from('here')).dial('there', 1000);
  link.listen(SILENT);
  link.send(new Uint8Array(7));
  accepted[0]?.send(new Uint8Array(3));
  await turn();
  expect(here.report).toEqual({
    serverOpen: 0,
    outboundConnections: 1,
    received: { count: 1, bytes: 3 },
    sent: { count: 1, bytes: 7 },
  });
  expect(there.report).toMatchObject({ serverOpen: 1, received: { count: 1, bytes: 7 } });
  link.terminate();
  await turn();
  expect(there.report.serverOpen).toBe(0);
});
