import { day } from '#app/lib/format.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS_COUNTED = 7

/** Made when an age is first shown: it takes a phone several milliseconds. */
let relative: Intl.RelativeTimeFormat | undefined

/** Formats an age: "just now", "5 minutes ago", "yesterday"; the date after a week. */
export function ago(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000)
  if (seconds < MINUTE) return 'just now'
  relative ??= new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) return relative.format(-Math.floor(seconds / HOUR), 'hour')
  return seconds < DAYS_COUNTED * DAY ? relative.format(-Math.floor(seconds / DAY), 'day') : day(iso)
}
