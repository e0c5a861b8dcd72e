/**
 * Creates an index with the documents of another one, in fewer shards, more, or as many. Its
 * primaries start from the files of the source's copies on their node (`recoverySource:
 * LOCAL_SHARDS`); mapping and settings come from the source.
 */
import { ApiError } from '@skein/errors';
import { INDEX, INDEX_SETTINGS, readSetting, type SettingsUpdate } from '@skein/settings';
import { checkWriteBlocked, requireResizeSource, shrinkNodes } from '../resize/resize_source.js';
import { checkResizeSettings, resizedSettings } from '../resize/resized_settings.js';
import { checkNumberOfShards, type ResizeKind } from '../resize/source_shards.js';
import { checkFreeOfStreams, streamWritingTo } from '../state/data_stream.js';
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import type { AliasDefinition } from './alias_rules.js';
import type { Command } from './command_type.js';
import {
  checkNewName,
  requestedAliases,
  routingNumShardsOf,
  setDefaults,
  setIdentity,
  withNewIndex,
} from './new_index.js';
import { checkPrivateSettings } from './settings_rules.js';

export interface ResizeIndexRequest {
  readonly kind: ResizeKind;
  /** Concrete name of the source index. */
  readonly source: string;
  readonly name: string;
  /** The name in the request, before date math is resolved. */
  readonly providedName: string;
  /**
   * Flat settings with the `index.` prefix, including `index.number_of_shards`. Null selects the
   * default instead of the source's value.
   */
  readonly settings: SettingsUpdate;
  readonly aliases: readonly AliasDefinition[];
}

export const resize_index: Command<ResizeIndexRequest> = {
  name: 'resize_index',
  priority: 'URGENT',
  source: ({ name, kind }) => `create-index [${name}], cause [${kind}_index]`,
  execute: (state, request, environment) => {
    const { kind, name } = request;
    const source = requireResizeSource(state, request.source, request);
    if (isSearchableSnapshot(source)) {
      const reason = `cannot resize index [${source.name}]: it is searched in a snapshot and has no files here`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const stream = streamWritingTo(state, source.name);
    if (stream !== undefined) {
      const reason = `cannot resize the write index [${source.name}] for data stream [${stream.name}]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const target = new Map<string, string>();
    for (const [key, value] of request.settings) if (value !== null) target.set(key, value);
    const shards = readSetting(target, INDEX.creation.numberOfShards);
    checkNumberOfShards(kind, source, shards);
    checkResizeSettings(kind, source, request.settings);
    checkPrivateSettings(target);
    INDEX_SETTINGS.validate(target);
    checkNewName(state, name);
    checkFreeOfStreams(state, name, `index [${name}]`);
    checkWriteBlocked(state, source);
    const settings = resizedSettings(source, request.settings, shrinkNodes(state, kind, source));
    setDefaults(state, settings);
    setIdentity(settings, request.providedName, environment);
    return withNewIndex(
      state,
      {
        name,
        settings,
        routingNumShards:
          source.numberOfShards === 1 ? routingNumShardsOf(settings) : source.routingNumShards,
        mapping: source.mapping,
        aliases: requestedAliases(state, name, request.aliases),
        primaryTerm: Math.max(...source.primaryTerms),
      },
      environment,
    );
  },
};
