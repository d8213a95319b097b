import { isApiError } from '#contract/errors.ts'

/** Errors of a form, by field name. */
export type FieldErrors = Record<string, string | undefined>

/** The messages of a refused form by field, the first of each; empty when the call failed otherwise. */
export function fieldErrorsOf(failure: unknown, prefix = ''): Record<string, string> {
  if (!isApiError(failure)) return {}
  const named = failure.errors.map(({ field, message }): [string, string] => [
    field.startsWith(prefix) ? field.slice(prefix.length) : field,
    message,
  ])
  return Object.fromEntries(named.reverse())
}
