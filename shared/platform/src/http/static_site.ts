/**
 * Serves a folder of files made at build time below a path. The files are compressed there already,
 * and are sent with headers that restrict what a browser may do. `manifest.json` in the folder
 * lists the files; nothing else in the folder is reachable. Browsers cache files whose name has a
 * hash of the content forever, and revalidate the others by their `ETag`.
 */
import { readFile } from 'node:fs/promises';
import { systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import type express from 'express';
import { acceptedEncoding, type Encoding } from './accept_encoding.js';
import type { PageMount } from './pages.js';

/** The manifest as the build writes it. */
export interface SiteManifest {
  /** Files by name; the empty name is the page itself. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

export interface SiteFile {
  /** Path in the folder; compressed versions have `.br` and `.gz` appended. */
  readonly path: string;
  readonly type: string;
  readonly hash: string;
  /** True if the content under this name never changes. */
  readonly isImmutable: boolean;
  readonly encodings: readonly Encoding[];
}

const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface StaticSiteOptions {
  /** Path prefix such as `/_console`: the page is at this path with a slash. */
  readonly prefix: string;
  readonly folder: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Further documents of the site, by name, made on request. */
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
      // The manifest is read each time, since a build next to a running node changes the files.
      const { files } = await readManifest(folder);
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      if (file === undefined) return response.status(404).type('text/plain').send('not found');
      return sendFile(request, response, { folder, file });
    });
  };
}

/**
 * The name of the requested file. `undefined`: the request is not for this site. `null`: the site
 * without the slash that its relative addresses need.
 */
function nameIn(prefix: string, { method, path }: express.Request): string | null | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === prefix) return null;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

async function readManifest(folder: URL): Promise<SiteManifest> {
  try {
    // The build of the pages wrote the file.
    return JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as SiteManifest;
  } catch (failure) {
    if (systemCodeOf(failure) !== 'ENOENT') throw failure;
    throw new ApiError('exception', `the pages in [${folder.pathname}] are not built`, {
      status: 503,
    });
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
  const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings);
  const etag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  response.set({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (hasVersion(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  const suffix = encoding === undefined ? '' : SUFFIX[encoding];
  const bytes = await readFile(new URL(path + suffix, folder));
  if (encoding !== undefined) response.set('content-encoding', encoding);
  response.set({ 'content-type': type, 'content-length': String(bytes.length) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * True if the client has the version with this tag. `If-None-Match` may list several tags, and a
 * proxy that compressed the answer itself has marked its tag as weak (RFC 9110, 13.1.2).
 */
function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // The tags of a site have neither commas nor quotes in them.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
