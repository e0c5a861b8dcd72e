/** `PUT /_cluster/settings` */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { flatteningSettingsUpdate, type Settings, type SettingsUpdate } from '@skein/settings';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { renderSettings } from '../indices/render_settings.js';

export const put_settings = defineEndpoint({
  id: 'cluster.put_settings',
  shape: 'master',
  routes: ['PUT /_cluster/settings'],
  params: { ...MASTER_PARAMS, flat_settings: orDefault(booleanParam, false) },
  body: 'json',
  privilege: 'cluster:manage',
  isEssential: true,
  *parseInPieces({ params, body }) {
    const update = yield* readUpdate(body.requiredObject());
    return { update, flat: params.flat_settings, options: submitOptions(params) };
  },
  handle: async ({ update, flat, options }, { masterService }) => {
    const outcome = await masterService.submit('update_cluster_settings', update, options);
    const { persistentSettings, transientSettings } = masterService.state().metadata;
    return acknowledged(
      {
        persistent: renderSettings(changed(persistentSettings, update.persistent), flat),
        transient: renderSettings(changed(transientSettings, update.transient), flat),
      },
      outcome.acknowledged,
    );
  },
});

/** Pauses after each key. */
function* readUpdate(
  body: JsonObject,
): Generator<void, { persistent: SettingsUpdate; transient: SettingsUpdate }> {
  const unknown = Object.keys(body).find((key) => key !== 'persistent' && key !== 'transient');
  if (unknown !== undefined) {
    throw new ApiError(
      'x_content_parse_exception',
      `[cluster_update_settings_request] unknown field [${unknown}]`,
    );
  }
  const update = {
    persistent: yield* readPart(body.persistent),
    transient: yield* readPart(body.transient),
  };
  if (update.persistent.size === 0 && update.transient.size === 0) {
    throw new ApiError(
      'action_request_validation_exception',
      'Validation Failed: 1: no settings to update;',
    );
  }
  return update;
}

function* readPart(json: JsonValue | undefined): Generator<void, SettingsUpdate> {
  return isJsonObject(json) ? yield* flatteningSettingsUpdate(json) : new Map();
}

/** The current settings that this request has set. */
function changed(settings: Settings, update: SettingsUpdate): Settings {
  return new Map([...settings].filter(([key]) => typeof update.get(key) === 'string'));
}
