import * as z from 'zod/mini'
import { toMinor } from '#domain/money.ts'

/** An amount of money on the wire: a decimal number with at most two places, 0 or more. Inside it is an integer of minor units. */
export const Money = z
  .number()
  .check(z.refine((value: number) => value >= 0 && toMinor(value) !== null, { error: 'Please enter an amount with at most two decimals' }))

/** An amount in an answer; may be negative where a balance can be. */
export const Amount = z.number()
