import * as z from 'zod/mini'
import { CURRENCIES, toMinor } from '#domain/money.ts'

/** An amount of money in JSON: a decimal number with at most two places, 0 or more. Internally an integer of minor units. */
export const Money = z
  .number()
  .check(z.refine((value: number) => value >= 0 && toMinor(value) !== null, { error: 'Please enter an amount with at most two decimals' }))

/** An amount in a response; may be negative if it is a balance. */
export const Amount = z.number()

/** Fields of the sums of a list's rows in one currency. */
export const totalFields = { currency: z.enum(CURRENCIES), count: z.int() }
