/** Formats an instant for a date-and-time field, in the viewer's time zone; empty for none. */
export function toLocalTime(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
