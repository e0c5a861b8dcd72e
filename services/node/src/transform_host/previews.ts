/** What a transform would write. */
import { type JsonObject, parseJson } from '@skein/content';
import {
  dateGroups,
  deducedMapping,
  pageRequest,
  type Transform,
  windowFilter,
} from '@skein/transform';
import type { SearchCoordinator } from '../search_coordinator/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import type { TransformOptions, TransformPreview, Transforms } from './contract.js';
import { askSource, sourceTypes } from './source_search.js';

export interface PreviewParts {
  readonly searchCoordinator: Pick<SearchCoordinator, 'searchUnread' | 'fieldCapabilities'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
}

const SHOWN = 100;

export class Previews implements Transforms {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  async preview(given: Transform, options: TransformOptions): Promise<TransformPreview> {
    const size = Math.min(SHOWN, given.settings.maxPageSearchSize);
    const transform = { ...given, settings: { ...given.settings, maxPageSearchSize: size } };
    const asking = { ...this.#parts, options };
    const types = await sourceTypes(transform, asking);
    const toMs = options.nowMs - (transform.sync?.delayMs ?? 0);
    const limits =
      transform.sync === undefined ? [] : [windowFilter(transform, { fromMs: undefined, toMs })];
    const answer = await askSource(transform, pageRequest(transform, limits, undefined), asking);
    const reading = { transform, dateGroups: dateGroups(transform, types), answer };
    const { shardHost } = this.#parts;
    const page = await shardHost.runShardless('transform_page', reading, options.signal);
    return {
      documents: page.documents.map(({ source }) => parseJson(source) as JsonObject),
      mapping: deducedMapping(transform, types),
    };
  }
}
