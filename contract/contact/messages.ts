import * as z from 'zod/mini'
import { Email, identifier, normalized, requiredText, text, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CUSTOMER_REQUIRED } from '#domain/customer.ts'
import { formatPostalCode, needsPostalCode } from '#domain/postal-code.ts'
import { QUOTE_MATERIALS } from '#domain/quote.ts'

/** Forms that a message can come from. */
export const CONTACT_TOPICS = ['contact', 'consultation', 'quote'] as const

/** The sender. */
const writer = {
  name: requiredText(120, 'Please enter your name'),
  email: Email,
  phone: z.optional(identifier(40)),
  company: z.optional(text(120)),
  /** Key of an attached saved calculation. */
  calculation: z.optional(identifier(100)),
  website: trap,
}

/** A message from the contact form or a request for a consultation. */
export const ContactBody = z.object({
  ...writer,
  message: requiredText(5000, 'Please enter your message'),
  topic: z._default(z.enum(CONTACT_TOPICS), 'contact'),
  /** Preferred times of a consultation. */
  preferredTimes: z.optional(text(300)),
})
export type ContactBody = z.output<typeof ContactBody>

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text).getTime() : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A valid day, as a date field sends it. */
const Day = z.string().check(z.refine(isDay, { error: 'Please enter a date like 2026-03-04' }))

/** A need for custom packaging. */
export const QuoteBody = z
  .object({
    ...writer,
    packedGoods: requiredText(500, 'Please tell us what you pack'),
    productSize: requiredText(120, 'Please enter the size of your product'),
    productWeight: requiredText(60, 'Please enter the weight of your product'),
    monthlyVolume: z
      .int({ error: 'Please enter a whole number' })
      .check(
        z.minimum(1, { error: 'At least 1 parcel a month' }),
        z.maximum(100_000_000, { error: 'At most 100,000,000 parcels a month' }),
      ),
    material: z.enum(QUOTE_MATERIALS, { error: 'Please choose a material' }),
    /** Null or absent: no date. */
    targetDate: z.optional(z.nullable(Day)),
    zipCode: z._default(identifier(20), ''),
    country: z.string().check(normalized, z.regex(/^[A-Z]{2}$/, { error: 'Please choose a country' })),
    message: z._default(text(5000), ''),
  })
  .check(
    z.overwrite<{ country: string; zipCode: string }>((place) => ({ ...place, zipCode: formatPostalCode(place.zipCode, place.country) })),
    z.refine(({ country, zipCode }) => zipCode !== '' || !needsPostalCode(country), {
      path: ['zipCode'],
      error: CUSTOMER_REQUIRED.zipCode,
    }),
  )
export type QuoteBody = z.output<typeof QuoteBody>

export const messages = {
  contact: endpoint({
    method: 'POST',
    path: '/api/contact',
    access: 'anyone',
    personal: true,
    summary: 'Sends the team a message; the response and the email that follows contain its reference.',
    body: ContactBody,
    response: z.object({ ok: z.literal(true), reference: z.string() }),
    status: 202,
  }),
  requestQuote: endpoint({
    method: 'POST',
    path: '/api/quotes',
    access: 'anyone',
    personal: true,
    summary: 'Requests a quote for custom packaging.',
    body: QuoteBody,
    response: z.object({ reference: z.string() }),
    status: 201,
    idempotent: true,
  }),
}
