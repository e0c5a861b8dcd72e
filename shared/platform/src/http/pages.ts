/**
 * Pages beside the API (documentation, console), in express. It is loaded when the first request comes that the API does not know: most nodes never see
 * one, and the framework with all it depends on takes several megabytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type express from 'express';

export type PageMount = (router: express.Router) => void;

export interface PageFaults {
  /** A request that no page wanted. */
  readonly unwanted: (request: IncomingMessage, response: ServerResponse) => void;
  /** A page threw, or the framework could not be loaded. */
  readonly failed: (failure: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

export class Pages {
  readonly #faults: PageFaults;
  readonly #mounts: PageMount[] = [];
  #app: Promise<express.Express> | undefined;

  constructor(faults: PageFaults) {
    this.#faults = faults;
  }

  /** Before the first request. */
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
    const { default: makeExpress } = await import('express');
    const app = makeExpress();
    const router = makeExpress.Router();
    for (const mount of this.#mounts) mount(router);
    app.disable('x-powered-by');
    app.use(router);
    app.use(this.#faults.unwanted);
    app.use(this.#failed);
    return app;
  }

  /** Express tells an error handler by its four parameters. */
  readonly #failed = (
    failure: unknown,
    request: express.Request,
    response: express.Response,
    _next: express.NextFunction,
  ): void => {
    this.#faults.failed(failure, request, response);
  };
}
