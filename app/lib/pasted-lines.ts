import type { ClipboardEvent } from 'react'

/** Returns the lines of a column that is pasted into a field, which then does not get them itself; null for one line, which it gets. */
export function pastedLines(event: ClipboardEvent): string[] | null {
  const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
  if (lines.length < 2) return null
  event.preventDefault()
  return lines.map((line) => line.trim())
}
