/** What was typed in a field, trimmed; '' for an absent one or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** All texts of a form, by name. */
export function textsOf(fields: FormData): [name: string, text: string][] {
  return [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
}
