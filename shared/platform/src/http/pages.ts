/**
 * Pages besides the API (documentation, console), in express. Express is loaded with the first
 * request that the API does not know: most nodes never get one, and the framework with its
 * dependencies takes several megabytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type express from 'express';

export type PageMount = (router: express.Router) => void;

export interface PageFaults {
  /** Called for a request that no page handled. */
  readonly unwanted: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called when a page threw, or the framework could not be loaded. */
  readonly failed: (failure: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

export class Pages {
  readonly #faults: PageFaults;
  readonly #mounts: PageMount[] = [];
  #app: Promise<express.Express> | undefined;

  constructor(faults: PageFaults) {
    this.#faults = faults;
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
