import * as z from 'zod/mini'
import { Email, identifier, reference, requiredIdentifier, requiredLine, text } from '#contract/common.ts'
import { BUSINESS_TYPES } from '#domain/business.ts'

/** A web address as people type it: `example.com` gets its https://. Empty means none. */
export const Website = z.pipe(
  z.pipe(
    text(200),
    z.transform((typed: string) => (typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)),
  ),
  z.string().check(
    z.refine((typed) => typed === '' || (/^https?:\/\/[^\s/]+\.[^\s/]+/i.test(typed) && URL.canParse(typed)), {
      error: 'Please enter a web address like https://example.com',
    }),
  ),
)

/** A boolean of a form: `true` or `false`, as text in multipart. */
const FormBoolean = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value) => value === 'true'),
  ),
])
const FormInt = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.transform((value: string) => Number(value)),
  ),
])

/** Trader details of a business, all optional: who answers for what it sells. `taxId` is never public. */
export const traderFields = {
  legalName: z.optional(text(160)),
  legalForm: z.optional(text(80)),
  representative: z.optional(text(160)),
  registerName: z.optional(text(120)),
  registerNumber: z.optional(reference(60)),
  vatId: z.optional(identifier(20)),
  taxId: z.optional(identifier(40)),
  /** It states that it offers only products that comply with the law of the countries it sells to. */
  selfCertified: z.optional(FormBoolean),
}

/** Omitted fields stay; an empty phone, website, description or trader detail is cleared. */
export const ProfileBody = z.object({
  name: z.optional(requiredLine(120, 'Please enter the name of your business')),
  email: z.optional(Email),
  description: z.optional(text(2000)),
  phone: z.optional(identifier(40)),
  website: z.optional(Website),
  address: z.optional(requiredLine(200, 'Please enter your street address')),
  city: z.optional(requiredLine(100, 'Please enter your city')),
  postalCode: z.optional(identifier(20)),
  country: z.optional(requiredIdentifier(100, 'Please choose your country')),
  businessType: z.optional(z.enum(BUSINESS_TYPES)),
  contactPublic: z.optional(FormBoolean),
  ...traderFields,
  version: z.optional(FormInt),
})
export type ProfileBody = z.output<typeof ProfileBody>
