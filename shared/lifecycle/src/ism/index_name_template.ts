/** Templates for the names of indices and snapshots, which know the index and nothing else. */
import { illegal } from '../members.js';

/** Throws illegal_argument_exception for a template that needs anything else. */
export function checkNameTemplate(name: string, template: string): void {
  if (!indexNameFrom(template, 'index', 'uuid').includes('{{')) return;
  throw illegal(
    `[${name}] may contain only {{ctx.index}} and {{ctx.indexUuid}} but was [${template}]`,
  );
}

/** Fills the index's name and uuid into a template: `{{ctx.index}}_shrunken`. */
export function indexNameFrom(template: string, index: string, uuid: string): string {
  return template
    .replaceAll(/\{\{\{?\s*ctx\.index\s*\}?\}\}/g, index)
    .replaceAll(/\{\{\{?\s*ctx\.indexUuid\s*\}?\}\}/g, uuid.toLowerCase());
}
