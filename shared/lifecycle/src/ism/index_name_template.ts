/** Fills the index's name and uuid into a template of ISM: `{{ctx.index}}_shrunken`. */
export function indexNameFrom(template: string, index: string, uuid: string): string {
  return template
    .replaceAll(/\{\{\{?\s*ctx\.index\s*\}?\}\}/g, index)
    .replaceAll(/\{\{\{?\s*ctx\.indexUuid\s*\}?\}\}/g, uuid.toLowerCase());
}
