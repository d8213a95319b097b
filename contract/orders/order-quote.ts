import * as z from 'zod/mini'
import { LEAD_TIME_STARTS } from '#domain/quote.ts'

/** Quote that an order was made of, with its delivery term ("DAP Toronto, Incoterms 2020. The seller ...") and its lead time. */
export const OrderQuote = z.object({
  id: z.string(),
  number: z.string(),
  term: z.string(),
  /** Weeks from an event; 0: ready to ship. */
  leadTime: z.object({ weeks: z.int(), from: z.enum(LEAD_TIME_STARTS) }),
})
