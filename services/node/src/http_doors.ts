/**
 * Opens the listeners of a node as one server. Other nodes are told the address of the first one.
 */
import type { HttpServer, HttpServerOptions } from '@skein/platform';

type Listen = (options: HttpServerOptions) => Promise<HttpServer>;

/** Rejects if one of the listeners cannot be bound, after closing the others. */
export async function openDoors(
  listen: Listen,
  [first, ...others]: readonly [HttpServerOptions, ...HttpServerOptions[]],
): Promise<HttpServer> {
  const main = await listen(first);
  const doors = [main];
  try {
    for (const options of others) doors.push(await listen(options));
  } catch (failure) {
    await Promise.all(doors.map((door) => door.stop(0)));
    throw failure;
  }
  return others.length === 0 ? main : asOne(main, doors);
}

function asOne(main: HttpServer, doors: readonly HttpServer[]): HttpServer {
  const all = async (act: (door: HttpServer) => Promise<void>) => {
    await Promise.all(doors.map(act));
  };
  return {
    scheme: main.scheme,
    addresses: doors.flatMap(({ addresses }) => addresses),
    mountPages: (mount) => {
      for (const door of doors) door.mountPages(mount);
    },
    stats: () => {
      const stats = doors.map((door) => door.stats());
      return {
        currentOpen: stats.reduce((sum, { currentOpen }) => sum + currentOpen, 0),
        totalOpened: stats.reduce((sum, { totalOpened }) => sum + totalOpened, 0),
      };
    },
    drain: (graceMs) => all((door) => door.drain(graceMs)),
    stop: (graceMs) => all((door) => door.stop(graceMs)),
  };
}
