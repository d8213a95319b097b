import { formatLongDate } from './text.ts'
import { addDays } from './time.ts'

/** Days on which a seller takes no orders, first and last (ISO), with its sentence for buyers; '' for none. */
export interface Pause {
  from: string
  to: string
  text: string
}

/** Longest pause, in days. */
const MAX_PAUSE_DAYS = 366

/** Maximum length of the sentence for buyers. */
export const MAX_PAUSE_TEXT = 200

/** Returns true if a seller takes no orders on a day. */
export const isPaused = (pause: Pause | null, day: string): boolean => pause !== null && pause.from <= day && day <= pause.to

/** Says from when a seller takes orders again, with its sentence for buyers. */
export const pauseText = (seller: string, { to, text }: Pause): string =>
  [`${seller} takes orders again from ${formatLongDate(new Date(addDays(to, 1)))}.`, text].filter(Boolean).join(' ')

/** Returns what is wrong with a pause that begins or changes on `today`, at its field; null for nothing. */
export function pauseError({ from, to }: Pick<Pause, 'from' | 'to'>, today: string): { field: 'from' | 'to'; message: string } | null {
  if (to < from) return { field: 'to', message: 'Must not be before the first day' }
  if (to < today) return { field: 'to', message: 'Must not be in the past' }
  if (to >= addDays(from, MAX_PAUSE_DAYS)) return { field: 'to', message: `A pause has at most ${MAX_PAUSE_DAYS} days` }
  return null
}
