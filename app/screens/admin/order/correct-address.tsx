import { useState } from 'react'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { StateField } from '#app/features/kit/forms/state-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { CUSTOMER_LIMITS, customerErrors } from '#domain/customer.ts'
import { hasPostalCodes, needsPostalCode } from '#domain/postal-code.ts'

const FAILED = 'The address could not be saved. Please try again.'
const FIELDS = ['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zipCode', 'phone', 'notes'] as const

type Form = Record<(typeof FIELDS)[number], string>

const formOf = (fields: FormData) => Object.fromEntries(FIELDS.map((name) => [name, textOf(fields, name)])) as Form // each of FIELDS

/** Corrects the delivery address of an order, for as long as nothing of it has left. */
export function CorrectAddress({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  if (!order.canCorrectAddress) return null
  return (
    <>
      <Writers>
        <button type="button" className="button hollow small no-print mt-3 min-h-11" onClick={() => setOpen(true)}>
          Correct address
        </button>
      </Writers>
      {isOpen && <AddressDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const change = useOrderChange()
  const { customer } = order
  const form = useForm({
    failed: FAILED,
    check: (form) => customerErrors({ email: customer.email, country: customer.country, ...formOf(new FormData(form)) }),
    send: async (fields) => {
      const body = { ...formOf(fields), version: order.version }
      await change(() => api.orders.correctAddress({ params: { id: order.id }, body }))
      toast.success('Address corrected')
      onClose()
    },
  })
  const field = (name: keyof Form) => ({
    name,
    defaultValue: customer[name],
    maxLength: CUSTOMER_LIMITS[name],
    autoComplete: 'off',
    error: form.errors[name],
  })
  return (
    <FormDialog title="Correct the delivery address" onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'address', id: order.id }} cancel="Back" save="Save address" busy="Saving...">
        <p className="text-ink-2">
          The buyer is emailed the new address. The country stays {countryNameOf(customer.country)}, because shipping and tax were
          calculated for it.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" required {...field('firstName')} />
          <TextField label="Last name" required {...field('lastName')} />
        </div>
        <TextField label="Company" isOptional {...field('company')} />
        <TextField label="Address" required {...field('address')} />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="City" required {...field('city')} />
          <StateField country={customer.country} name="state" autoComplete="off" defaultValue={customer.state} error={form.errors.state} />
          {hasPostalCodes(customer.country) && (
            <TextField
              label="ZIP / Postal code"
              required={needsPostalCode(customer.country)}
              isOptional={!needsPostalCode(customer.country)}
              {...field('zipCode')}
            />
          )}
        </div>
        <TextField label="Phone" type="tel" isOptional {...field('phone')} />
        <TextAreaField label="Delivery notes" rows={2} isOptional {...field('notes')} />
      </RecordForm>
    </FormDialog>
  )
}
