/**
 * A folder of files that were made at build time, served below a path: compressed there already, with the headers that keep what a browser may do with them small.
 * `manifest.json` in the folder lists the files; nothing else of the folder is reachable. Files whose name has a hash of what is in them are kept by browsers for good,
 * the others are asked for again with their `ETag`.
 */
import { readFile } from 'node:fs/promises';
import { ApiError } from '@skein/errors';
import type express from 'express';
import type { PageMount } from './pages.js';

/** As the build writes it. */
export interface SiteManifest {
  /** By name; the empty name is the page itself. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

export interface SiteFile {
  /** In the folder; compressed ones have `.br` and `.gz` after it. */
  readonly path: string;
  readonly type: string;
  readonly hash: string;
  /** What is in it never changes under this name. */
  readonly isImmutable: boolean;
  readonly encodings: readonly Encoding[];
}

export type Encoding = 'br' | 'gzip';

const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface StaticSiteOptions {
  /** `/_console`: the page is at this path and a slash. */
  readonly prefix: string;
  readonly folder: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Further documents of the site, by name, made when they are asked for. */
  readonly documents: Readonly<Record<string, () => object>>;
}

export function staticSite(options: StaticSiteOptions): PageMount {
  const { prefix, folder, headers, documents } = options;
  return (router) => {
    router.use(async (request, response, next) => {
      const name = nameIn(prefix, request);
      if (name === undefined) return next();
      response.set(headers);
      if (name === null) return response.redirect(308, `${prefix}/`);
      const document = Object.hasOwn(documents, name) ? documents[name] : undefined;
      if (document !== undefined) return sendDocument(response, document());
      // Read each time: a build beside a running node has other files.
      const { files } = await readManifest(folder);
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      if (file === undefined) return response.status(404).type('text/plain').send('not found');
      return sendFile(request, response, { folder, file });
    });
  };
}

/** `undefined`: nothing of this site's. `null`: the site without the slash that its relative addresses need. */
function nameIn(prefix: string, { method, path }: express.Request): string | null | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === prefix) return null;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

async function readManifest(folder: URL): Promise<SiteManifest> {
  try {
    return JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as SiteManifest;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    throw new ApiError('exception', `the pages in [${folder.pathname}] are not built`);
  }
}

function sendDocument(response: express.Response, document: object): void {
  response.set('cache-control', 'no-store').json(document);
}

async function sendFile(
  request: express.Request,
  response: express.Response,
  { folder, file }: { readonly folder: URL; readonly file: SiteFile },
): Promise<void> {
  const { path, type, hash, isImmutable, encodings } = file;
  const encoding = preferred(request.headers['accept-encoding'], encodings);
  const etag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  response.set({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  const suffix = encoding === undefined ? '' : SUFFIX[encoding];
  const bytes = await readFile(new URL(path + suffix, folder));
  if (encoding !== undefined) response.set('content-encoding', encoding);
  response.set({ 'content-type': type, 'content-length': String(bytes.length) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The first of ours that the client takes (RFC 9110 §12.5.3). */
function preferred(
  accepted: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return offered.find((one) => (weights.get(one) ?? weights.get('*') ?? 0) > 0);
}
