import type { ClipboardEvent } from 'react'

/**
 * Returns the lines of a column that is pasted into a field, which then does not get them itself; null for one line, which it gets. Empty
 * cells at the end stay.
 */
export function pastedLines(event: ClipboardEvent): string[] | null {
  const text = event.clipboardData.getData('text')
  if (!text.trimEnd().includes('\n')) return null
  event.preventDefault()
  return text
    .replace(/\r?\n$/, '') // spreadsheets end the last cell with it
    .split(/\r?\n/)
    .map((line) => line.trim())
}
