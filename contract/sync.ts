import * as z from 'zod/mini'
import { Moment } from './common.ts'

/**
 * A list by changes. `updatedSince`: what has changed since a moment, and `1970-01-01T00:00:00Z` everything; what changed in the hour
 * before is among it. Each answer has a cursor in `X-Next-Cursor`, with which the next call goes on: at once where `Link` has a next page,
 * else whenever something may have changed. No change is left out, whatever is written meanwhile.
 */
export const syncFields = {
  updatedSince: z.optional(Moment),
  cursor: z.optional(z.string().check(z.maxLength(400), z.regex(/^[\w-]+$/, { error: "This cursor isn't one of this list." }))),
}

/** Parameters of a list by changes, in words. */
export const SYNC_TEXTS: Readonly<Record<keyof typeof syncFields, string>> = {
  updatedSince:
    'Begins to read changes: returns what has changed since this moment, and also what changed in the hour before it. `1970-01-01T00:00:00Z` returns everything.',
  cursor:
    'Goes on reading changes where the last answer ended: its `X-Next-Cursor`. Valid for 60 days, and not after a restore of the database (410 `cursor_outdated`).',
}
