import { startMetricsServer } from './metrics_server.js';

test('serves metrics, and nothing else, until it is stopped', async () => {
  let isBroken = false;
  const server = await startMetricsServer({
    host: '127.0.0.1',
    port: 0,
    text: async () => {
      if (isBroken) throw new RangeError('the shard is gone');
      return 'a 1\n';
    },
  });
  const ask = async (url: string, method = 'GET') => {
    const response = await fetch(url, { method });
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  expect(await ask(server.url)).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'a 1\n']);
  expect(await ask(server.url.replace('/metrics', '/_metrics'))).toContain('a 1\n');
  expect((await ask(server.url, 'POST'))[0]).toBe(404);
  expect((await ask(server.url.replace('/metrics', '/_search')))[0]).toBe(404);
  // Node's own five seconds end just when a scraper asks again.
  expect((await fetch(server.url)).headers.get('keep-alive')).toBe('timeout=60');
  isBroken = true;
  expect(await ask(server.url)).toContain('RangeError: the shard is gone\n');
  const { port } = new URL(server.url);
  const taken = startMetricsServer({ host: '127.0.0.1', port: Number(port), text: async () => '' });
  await expect(taken).rejects.toThrow(
    `cannot listen on [127.0.0.1:${port}]: address already in use`,
  );
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
});
