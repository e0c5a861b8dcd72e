/**
 * A token cannot be judged because the keys of its issuer cannot be fetched at the moment. The
 * caller should try again. `cause` is the failure of the fetch.
 */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}
