/**
 * Pages besides the API (documentation, console), in express. Express is loaded with the first
 * request that the API does not know: most nodes never get one, and the framework with its
 * dependencies takes several megabytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import type express from 'express';

export type PageMount = (router: express.Router) => void;

interface PageFaults {
  /** Called for a request that no page handled. */
  readonly unwanted: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called when a page threw, or the framework could not be loaded. */
  readonly failed: (failure: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * A build may have removed the files that a running process was started from. What it has loaded
 * goes on; what it would load now is not there.
 */
async function loaded(load: LoadExpress): ReturnType<LoadExpress> {
  try {
    return await load();
  } catch (failure) {
    if (systemCodeOf(failure) !== 'ERR_MODULE_NOT_FOUND') throw failure;
    throw new ApiError(
      'exception',
      'no API has this path, and pages cannot be served: the files that this process was started from are gone, restart it',
      { status: 503 },
    );
  }
}

type LoadExpress = () => Promise<{ readonly default: typeof express }>;

export class Pages {
  readonly #faults: PageFaults;
  readonly #load: LoadExpress;
  readonly #mounts: PageMount[] = [];
  #app: Promise<express.Express> | undefined;

  constructor(faults: PageFaults, load: LoadExpress = () => import('express')) {
    this.#faults = faults;
    this.#load = load;
  }

  /** Adds pages; call it before the first request. */
  mount(mount: PageMount): void {
    this.#mounts.push(mount);
  }

  /** Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.#app ??= this.#make();
      (await this.#app)(request, response);
    } catch (failure) {
      this.#app = undefined;
      this.#faults.failed(failure, request, response);
    }
  }

  async #make(): Promise<express.Express> {
    const { default: makeExpress } = await loaded(this.#load);
    const app = makeExpress();
    const router = makeExpress.Router();
    for (const mount of this.#mounts) mount(router);
    app.disable('x-powered-by');
    app.use(router);
    app.use(this.#faults.unwanted);
    app.use(this.#failed);
    return app;
  }

  /** An error handler, which express recognizes by its four parameters. */
  readonly #failed = (
    failure: unknown,
    request: express.Request,
    response: express.Response,
    _next: express.NextFunction,
  ): void => {
    this.#faults.failed(failure, request, response);
  };
}
