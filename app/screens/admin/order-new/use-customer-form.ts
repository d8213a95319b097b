import { useState } from 'react'
import {
  type CustomerDraft,
  type CustomerErrors,
  type DraftField,
  edited,
  emptyDraft,
  errorsAfter,
} from '#app/features/identity/addresses/customer-draft.ts'
import type { PhoneCustomer } from '#contract/checkout/phone-orders.ts'
import { CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'

/** The initial form of a customer: the known address, else the name of the account. */
export function draftFor({ name, email, businessName, start }: PhoneCustomer): CustomerDraft {
  const [firstName = '', ...rest] = name.split(' ')
  const known = start ?? { firstName, lastName: rest.join(' '), company: businessName ?? '' }
  return { ...emptyDraft(email), ...Object.fromEntries(Object.entries(known).filter(([, text]) => text)) }
}

/** The customer's part of an order by phone: the fields and checks of the checkout. */
export function useCustomerForm() {
  const [draft, setDraft] = useState<CustomerDraft>(() => emptyDraft(''))
  const [errors, setErrors] = useState<CustomerErrors>({})
  return {
    draft,
    errors,
    setErrors,
    /** Begins anew, with another customer. */
    begin: (next: CustomerDraft) => {
      setDraft(next)
      setErrors({})
    },
    change: (field: DraftField, text: string) => {
      const next = edited(draft, field, text)
      setDraft(next)
      if (field === 'buyerKind' || field === 'country' || errors[field]) setErrors((before) => errorsAfter(field, before, next))
    },
    /** On leaving a field: its own error, unless it was only passed through. */
    leave: (field: CustomerField) => {
      if (draft[field] === '' && !errors[field]) return
      setErrors(({ [field]: _gone, ...others }) => {
        const error = customerErrors(draft)[field]
        return error ? { ...others, [field]: error } : others
      })
    },
    /** Marks everything that is wrong. @returns the first field that is; null where all are right */
    check: (): CustomerField | null => {
      const found = customerErrors(draft)
      setErrors(found)
      return CUSTOMER_FIELDS.find((field) => found[field]) ?? null
    },
  }
}
