import * as z from 'zod/mini'
import { Moment } from './common.ts'

/**
 * A list by changes. `updatedSince`: what has changed since a moment, and `1970-01-01T00:00:00Z` everything; some from before may be among
 * it. Each answer has a cursor in `X-Next-Cursor`, with which the next call goes on: at once where `Link` has a next page, else whenever
 * something may have changed. No change is left out, whatever is written meanwhile.
 */
export const syncFields = {
  updatedSince: z.optional(Moment),
  cursor: z.optional(z.string().check(z.maxLength(400), z.regex(/^[\w-]+$/, { error: "This cursor isn't one of this list." }))),
}
