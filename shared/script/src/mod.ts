export type { ContextVariable, ScriptContext } from './contexts/context_type.js';
export { collectEmitted } from './contexts/derived_field.js';
export { scriptContext, scriptContexts } from './contexts/registry.js';
export { collectRuntime, RuntimeEmission } from './contexts/runtime_fields.js';
export type { ExpressionScript } from './languages/expression/language.js';
export { linkError } from './languages/expression/language.js';
export { CLASSES, contextClasses } from './languages/painless/classes.js';
export type { FieldType, Specialization } from './languages/painless/compile/specialized.js';
export { holdsItself, retainedBytes } from './languages/painless/container_walk.js';
export { describeContext } from './languages/painless/describe.js';
export type { CompiledScript } from './languages/painless/painless.js';
export { compilePainless } from './languages/painless/painless.js';
export type { PlainState } from './languages/painless/plain_state.js';
export { fromPlainState, toPlainState } from './languages/painless/plain_state.js';
export type { ScoredDocument, ScoredTable } from './languages/painless/runtime/scored_document.js';
export { DocBlock, type DocField, SlotMap } from './languages/painless/runtime/slots.js';
export type { ScriptLanguage } from './languages/registry.js';
export { isScriptLanguage, scriptLanguages } from './languages/registry.js';
export { type RenderTemplate, templateOverValues, templateRenderer } from './render_template.js';
export type { ScriptStats } from './script_cache.js';
export { ScriptCounters } from './script_counters.js';
export { scriptOfMap } from './script_of_map.js';
export type { PlacePrefix, ScriptReference } from './script_reference.js';
export {
  CONTENT_TYPE_OPTION,
  checkOptions,
  JSON_CONTENT_TYPE,
  parseScript,
} from './script_reference.js';
export type { ScriptConfiguration, StoredScript } from './script_service.js';
export { NO_SCRIPTS, ScriptService } from './script_service.js';
export type { CacheSettings, CompilationRate, ScriptSettings } from './script_settings.js';
export {
  contextCache,
  DEFAULT_SCRIPT_SETTINGS,
  defaultCache,
} from './script_settings.js';
export { warmUpScripts } from './warm_up.js';
