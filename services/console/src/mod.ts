/** Where the pages lie that `npm run build` makes of this package. The folder stands beside this module, in the package's `dist` and in the bundle. */
export function consoleSite(): URL {
  return new URL('./site/', import.meta.url);
}
