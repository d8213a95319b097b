import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#app/features/identity/addresses/address-text.ts'
import {
  type CustomerDraft,
  type CustomerErrors,
  customerOf,
  type DraftField,
  edited,
  emptyDraft,
  errorsAfter,
} from '#app/features/identity/addresses/customer-draft.ts'
import { addressesKey } from '#app/features/identity/addresses/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { useToken } from '#app/lib/token.ts'
import type { Address } from '#contract/identity/addresses.ts'
import { CUSTOMER_FIELDS, type CustomerField, customerErrors } from '#domain/customer.ts'

const FAILED = 'The address could not be saved. Please try again.'

/** A form for one address: a new one, or one of the book. What was typed stays until it is saved. */
export function useAddressForm(kept: Address | null, email: string, onSaved: () => void) {
  const [draft, setDraft] = useState<CustomerDraft>(() => ({ ...emptyDraft(email), ...(kept && addressOf(kept)) }))
  const [errors, setErrors] = useState<CustomerErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [isDefault, setDefault] = useState(kept?.isDefault ?? false)
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const saving = useMutation({
    mutationFn: () => {
      const { poNumber: _order, notes: _forOneOrder, ...form } = { poNumber: '', notes: '', ...customerOf(draft) }
      const body = { ...form, isDefault }
      return kept ? api.addresses.change({ params: { id: kept.id }, body }) : api.addresses.add({ body })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: addressesKey(token) }),
  })

  function change(field: DraftField, text: string) {
    const next = edited(draft, field, text)
    setDraft(next)
    if (field === 'buyerKind' || field === 'country' || errors[field]) setErrors((before) => errorsAfter(field, before, next))
  }

  function leave(field: CustomerField) {
    if (draft[field] === '' && !errors[field]) return
    setErrors(({ [field]: _gone, ...others }) => {
      const error = customerErrors(draft)[field]
      return error ? { ...others, [field]: error } : others
    })
  }

  /** @returns the field to put right first, 'refusal' for the message above the form, null when it is saved */
  async function submit(): Promise<CustomerField | 'refusal' | null> {
    if (saving.isPending) return null
    const found = customerErrors(draft)
    setErrors(found)
    setRefusal(undefined)
    const first = CUSTOMER_FIELDS.find((field) => found[field])
    if (first) return first
    try {
      await saving.mutateAsync()
      onSaved()
      return null
    } catch (failure) {
      const named: CustomerErrors = fieldErrorsOf(failure)
      setErrors(named)
      setRefusal(messageOf(failure, FAILED))
      return CUSTOMER_FIELDS.find((field) => named[field]) ?? 'refusal'
    }
  }

  return { draft, errors, isDefault, setDefault, change, leave, submit, isBusy: saving.isPending, refusal }
}
