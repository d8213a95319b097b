/** Returns the trimmed text of a field; '' for an absent field or a file. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** All texts of a form, by name. */
export function textsOf(fields: FormData): [name: string, text: string][] {
  return [...fields].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
}
