import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { type Seller, SellerPicker } from '#app/features/sellers/businesses/seller-picker.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Quote } from '#contract/quotes/quotes.ts'

/** Names the seller of a request that has none. */
export function AssignSeller({ quote }: { quote: Quote }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [seller, setSeller] = useState<Seller>(null)
  const form = useForm({
    failed: 'The seller could not be saved. Please try again.',
    check: (): Record<string, string> => (seller ? {} : { business: 'Please choose a seller' }),
    send: async (fields) => {
      await api.staffQuotes.assign({ params: { id: quote.id }, body: { businessId: seller?.id ?? '', note: textOf(fields, 'note') } })
      toast.success(`Request sent to ${seller?.name ?? 'the seller'}`)
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  return (
    <RecordForm form={form} aria-label="Choose seller" className="panel grid gap-4 p-5">
      <h2 className="text-xl">Seller</h2>
      <SellerPicker
        label="Seller who makes the offer"
        seller={seller}
        onChoose={setSeller}
        error={form.errors.business ?? form.errors.businessId}
      />
      <TextField label="Note to the seller" name="note" isOptional maxLength={1000} />
      <p className="text-right">
        <SubmitButton isBusy={form.isBusy} busy="Saving…">
          Choose seller
        </SubmitButton>
      </p>
    </RecordForm>
  )
}
