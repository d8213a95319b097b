import { useState } from 'react'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { Tags } from '#app/features/orders/tags.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'
import { ApiError } from '#contract/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import { toProblem } from '#contract/refusals.ts'
import { MAX_ORDER_TAGS, ORDER_TAG_LENGTH } from '#domain/order.ts'

const FAILED = 'The tags could not be saved. Please try again.'

/** Returns the typed tags. @throws ApiError for too many or too long ones, as the server would refuse them */
function tagsOf(fields: FormData): string[] {
  const tags = textOf(fields, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const isWrong = tags.length > MAX_ORDER_TAGS || tags.some((tag) => tag.length > ORDER_TAG_LENGTH)
  const message = `At most ${MAX_ORDER_TAGS} tags of ${ORDER_TAG_LENGTH} characters`
  if (isWrong) throw new ApiError(toProblem({ code: 'invalid_input', errors: [{ field: 'tags', message }] }))
  return tags
}

/** The tags of an order, and the dialog that changes them. */
export function OrderTags({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const tags = order.tags ?? []
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3">
      <Tags tags={tags} />
      <Writers>
        <button type="button" className="button hollow small" onClick={() => setOpen(true)}>
          {tags.length > 0 ? 'Edit tags' : 'Add tags'}
        </button>
      </Writers>
      {isOpen && <TagsDialog order={order} onClose={() => setOpen(false)} />}
    </div>
  )
}

function TagsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const change = useOrderChange()
  const form = useForm({
    failed: FAILED,
    send: async (fields) => {
      const tags = tagsOf(fields)
      await change(() => api.orders.setTags({ params: { id: order.id }, body: { tags } }))
      toast.success('Tags saved')
      onClose()
    },
  })
  return (
    <FormDialog title="Tags" onClose={onClose}>
      <RecordForm form={form} cancel="Back" save="Save tags" busy="Saving...">
        <TextField
          label="Tags"
          name="tags"
          isOptional
          autoComplete="off"
          defaultValue={order.tags?.join(', ')}
          hint="Separated by commas. You can search orders by tag. Buyers and sellers never see tags."
          error={form.errors.tags}
        />
      </RecordForm>
    </FormDialog>
  )
}
