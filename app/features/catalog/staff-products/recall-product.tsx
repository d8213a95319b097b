import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { CheckField, TextAreaField } from '#app/ui/field.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'

const FAILED = 'The recall could not be saved. Please try again.'

/** Recalls a product with a text for its buyers, corrects that text, or ends a recall. */
export function RecallProduct({ product: { id, name, recall, version }, onClose }: { product: ProductForm; onClose: () => void }) {
  const [isEnding, setEnding] = useState(false)
  const params = { productId: id }
  const save = useMutation({
    mutationFn: (text: string) => (isEnding ? api.recalls.end({ params }) : api.recalls.change({ params, body: { text, version } })),
    onSuccess: async () => {
      toast.success(isEnding ? 'Recall ended' : recall ? 'Recall changed' : 'Product recalled. Its buyers get an email.')
      onClose()
      await refreshTabs(queryClient)
    },
  })
  return (
    <AskDialog
      title={recall ? `Recall of ${name}` : `Recall ${name}?`}
      confirm={isEnding ? 'End recall' : recall ? 'Change recall' : 'Recall product'}
      busy="Saving..."
      isDanger={!isEnding}
      isBusy={save.isPending}
      error={save.isError ? messageOf(save.error, FAILED) : undefined}
      onConfirm={(fields) => save.mutate(textOf(fields, 'text'))}
      onClose={onClose}
    >
      <p>
        {recall
          ? 'Buyers see the text on the product page and in the list of recalled products. No email is sent when you change it.'
          : "It can't be sold anymore, its page shows your text, and everyone who bought it gets the text by email."}
      </p>
      {recall && (
        <CheckField label="End the recall: it was a mistake" checked={isEnding} onChange={(event) => setEnding(event.target.checked)} />
      )}
      {!isEnding && (
        <TextAreaField
          label="Text for buyers"
          name="text"
          required
          rows={6}
          maxLength={4000}
          defaultValue={recall?.text ?? ''}
          hint="What is dangerous, which units, what to do, and what you offer: repair, replacement or refund."
        />
      )}
    </AskDialog>
  )
}
