import * as z from 'zod/mini'
import { Email, identifier, line, normalized, reference, requiredLine, text } from '#contract/common.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS, CUSTOMER_REQUIRED, CUSTOMER_SENTENCES, inUsualShape, placeErrors } from '#domain/customer.ts'
import { isLegible, isPrintable } from '#domain/letters.ts'

/** Refuses letters of scripts that labels and documents don't print. */
const isPrinted = z.refine<string>(isPrintable, { error: CUSTOMER_SENTENCES.letters })

/** A text that labels and documents print, which must be filled in. */
const printedText = (field: keyof typeof CUSTOMER_REQUIRED) =>
  requiredLine(CUSTOMER_LIMITS[field], CUSTOMER_REQUIRED[field]).check(isPrinted, z.refine(isLegible, { error: CUSTOMER_REQUIRED[field] }))

/** Fields of the checkout form, with the limits and messages of domain/customer.ts, which the browser applies too. */
export const customerFields = {
  email: Email,
  firstName: printedText('firstName'),
  lastName: printedText('lastName'),
  /** Left out: a business where a company is given, else a consumer. */
  buyerKind: z.optional(z.enum(BUYER_KINDS)),
  company: z.optional(line(CUSTOMER_LIMITS.company).check(isPrinted)),
  address: printedText('address'),
  city: printedText('city'),
  state: z._default(identifier(CUSTOMER_LIMITS.state).check(isPrinted), ''),
  zipCode: z._default(identifier(CUSTOMER_LIMITS.zipCode), ''),
  country: z.optional(z.string().check(normalized, z.regex(/^[A-Z]{2}$/, { error: CUSTOMER_SENTENCES.country }))),
  phone: z.optional(identifier(CUSTOMER_LIMITS.phone)),
  vatId: z.optional(identifier(CUSTOMER_LIMITS.vatId)),
  poNumber: z.optional(reference(CUSTOMER_LIMITS.poNumber)),
  notes: z.optional(text(CUSTOMER_LIMITS.notes)),
}

/** The same fields as they were filled in; absent ones are left out. */
export const filledFields = {
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  buyerKind: z.optional(z.enum(BUYER_KINDS)),
  company: z.optional(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  phone: z.optional(z.string()),
  vatId: z.optional(z.string()),
  poNumber: z.optional(z.string()),
  notes: z.optional(z.string()),
}

interface Place {
  state: string
  zipCode: string
  country?: string | undefined
}

const errorsOf = (input: unknown) => placeErrors(input ?? {})
const refusing = (field: 'state' | 'zipCode') =>
  z.refine<Place>((form) => placeErrors(form)[field] === undefined, { path: [field], error: ({ input }) => errorsOf(input)[field] })

/**
 * Rules between the fields of an address: a state of the list where addresses have one, a postal code that is possible in the country and
 * in the state; both in their usual shape.
 */
export const isPlace = [z.overwrite<Place>(inUsualShape), refusing('state'), refusing('zipCode')] as const

/**
 * The checkout form. Phone is optional; a state is required where addresses have one. A form without `country`, as in the specification,
 * ships to the United States, and its ZIP code is not checked.
 */
export const CustomerForm = z.object(customerFields).check(...isPlace)
export type CustomerForm = z.output<typeof CustomerForm>
