/** Which searches are light by their form, told once of those that come again. */
import {
  isLightSearch,
  KnownSearches,
  type SearchRequest,
  type SearchUrlParams,
  type UnreadSearch,
} from '@skein/search';

export class LightForms {
  readonly known = new KnownSearches();
  readonly #verdicts = new WeakMap<SearchRequest, boolean>();
  /** The last parameters of a URL: most requests have those of the one before. */
  #url: SearchUrlParams = {};
  #urlText = '{}';

  /** The search as it is known, its parameters the same object whenever they are the same; `undefined`: it is not light. */
  find(given: UnreadSearch): UnreadSearch | undefined {
    const unread = { ...given, url: this.#sameUrl(given.url) };
    const request = this.known.kept(unread);
    let isLight = request && this.#verdicts.get(request);
    if (isLight === undefined) {
      isLight = isLightSearch(unread);
      if (request !== undefined) this.#verdicts.set(request, isLight);
    }
    return isLight ? unread : undefined;
  }

  #sameUrl(url: SearchUrlParams): SearchUrlParams {
    const text = JSON.stringify(url);
    if (text !== this.#urlText) {
      this.#url = url;
      this.#urlText = text;
    }
    return this.#url;
  }
}
