/** The documents that a transform would write. */
import { encodeJson, type JsonObject, objectOf, parseJson } from '@skein/content';
import { fromPlainError, type PlainError } from '@skein/errors';
import {
  dateGroups,
  deducedMapping,
  pageRequest,
  type Transform,
  windowFilter,
} from '@skein/transform';
import type { MasterService } from '../master_service/mod.js';
import type { PipelineRunner } from '../pipeline_runner/mod.js';
import type { SearchCoordinator } from '../search_coordinator/mod.js';
import type { ShardHost } from '../shard_host/mod.js';
import { checkDestination } from './check_destination.js';
import type { TransformOptions, TransformPreview, Transforms } from './contract.js';
import { askSource, sourceTypes } from './source_search.js';

interface PreviewParts {
  readonly masterService: Pick<MasterService, 'state'>;
  readonly pipelineRunner: Pick<PipelineRunner, 'simulate'>;
  readonly searchCoordinator: Pick<SearchCoordinator, 'searchUnread' | 'fieldCapabilities'>;
  readonly shardHost: Pick<ShardHost, 'runShardless'>;
}

const SHOWN = 100;

/** A document in the response of `_simulate`. */
interface Simulated {
  readonly doc?: { readonly _source: JsonObject };
  readonly error?: PlainError;
}

export class Previews implements Transforms {
  readonly #parts: PreviewParts;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  async check(given: Transform, options: TransformOptions): Promise<void> {
    checkDestination(this.#parts.masterService.state(), given, options.nowMs);
    await this.#made(given, options);
  }

  async preview(given: Transform, options: TransformOptions): Promise<TransformPreview> {
    const made = await this.#made(given, options);
    const { index, pipeline } = given.dest;
    if (pipeline === undefined || made.documents.length === 0) return made;
    return { ...made, documents: await this.#ingested(made.documents, { index, pipeline }) };
  }

  async #made(given: Transform, options: TransformOptions): Promise<TransformPreview> {
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
      documents: page.documents.map(({ source }) => objectOf(parseJson(source))),
      mapping: deducedMapping(transform, types),
    };
  }

  async #ingested(
    documents: readonly JsonObject[],
    { index, pipeline }: { readonly index: string; readonly pipeline: string },
  ): Promise<readonly JsonObject[]> {
    const docs = documents.map((source) => ({ _index: index, _source: source }));
    const request = { body: encodeJson({ docs }), id: pipeline, verbose: false };
    const bytes = await this.#parts.pipelineRunner.simulate(request);
    // An answer of the pipelines of this node.
    const answer = parseJson(bytes) as {
      /** Null if the pipeline drops the document. */
      readonly docs: readonly (Simulated | null)[];
    };
    return answer.docs.flatMap((result) => {
      if (result === null) return [];
      const { doc, error } = result;
      if (error !== undefined) throw fromPlainError(error);
      return doc === undefined ? [] : [doc._source];
    });
  }
}
