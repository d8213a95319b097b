import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AMOUNT_ERROR, agreedErrors, LIST_DRAFT } from '#app/features/cart/agreed-draft.ts'
import { AddFreeLine, FreeLines, keepEnter } from '#app/features/cart/free-lines.tsx'
import { LimitUse } from '#app/features/cart/limit-use.tsx'
import { Pauses } from '#app/features/cart/pauses.tsx'
import { ProductPicker } from '#app/features/cart/product-picker.tsx'
import { useOrderChange } from '#app/features/fulfillment/transitions/use-order-change.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { api, messageOf, queryOf, type Read } from '#app/lib/api.ts'
import { figure, money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import type { OrderChangePreview, OrderChangePreviewBody } from '#contract/checkout/order-changes.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Currency } from '#domain/money.ts'
import { trimText } from '#domain/text.ts'
import { type ChangeDraft, changeOf, draftOf, isNoPrice, isUnreadable, type LineDraft, unitsOf } from './change-draft.ts'

const UNITS_ERROR = 'From 0 to 100,000'
const FAILED = 'The order could not be changed. Please try again.'
/** Time in ms without a change after which the new total is requested. */
const PAUSE_MS = 300

/** Changes lines of an order that has not shipped, in a dialog; or says why they cannot be changed, and what to do instead. */
export function ChangeOrder({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const { status, changeProblem } = order
  if (changeProblem !== null) {
    if (status !== 'pending' && status !== 'processing') return null
    return <p className="basis-full text-sm text-ink-2 max-w-text">The lines of this order can't be changed. {changeProblem}</p>
  }
  return (
    <>
      <button type="button" className="button hollow" onClick={() => setOpen(true)}>
        Change order
      </button>
      {isOpen && <ChangeOrderDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

const previewQuery = (token: string | null, id: string, body: OrderChangePreviewBody): Read<OrderChangePreview> => ({
  queryKey: [...officeKey(token), 'order-change', id, body],
  read: (shop, signal) => shop.orderChanges.preview({ params: { id }, body, ...(signal && { signal }) }),
  staleTime: 0,
})

/** The new total of a change while it is typed; `isSettled`: it is that of what is typed. */
function usePreview(order: Order, change: OrderChangePreviewBody | null) {
  const token = useToken((state) => state.token)
  const wanted = JSON.stringify(change)
  const asked = useDebouncedValue(wanted, PAUSE_MS)
  const body = JSON.parse(asked) as OrderChangePreviewBody | null // the text above
  const preview = useQuery({
    ...queryOf(previewQuery(token, order.id, body ?? {})),
    enabled: body !== null && change !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = change !== null && asked === wanted && !preview.isFetching
  return {
    data: change === null ? null : (preview.data ?? null),
    isSettled: isCurrent && preview.isSuccess && !preview.isPlaceholderData,
    failure: isCurrent && preview.isError ? preview.error : null,
  }
}

function errorsOf({ lines, freeLines, reason }: ChangeDraft, change: OrderChangePreviewBody | null): Record<string, string> {
  const typed = lines.flatMap((line): [string, string][] => [
    ...(unitsOf(line) === null ? ([[`quantity.${line.id}`, UNITS_ERROR]] as [string, string][]) : []),
    ...(isNoPrice(line) ? ([[`price.${line.id}`, AMOUNT_ERROR]] as [string, string][]) : []),
  ])
  return {
    ...Object.fromEntries(typed),
    ...agreedErrors({ ...LIST_DRAFT, freeLines }, false),
    ...(trimText(reason) === '' && { reason: 'Please say why the order changes' }),
    ...(change === null && lines[0] && { [`quantity.${lines[0].id}`]: 'Change a quantity or a price, or add a line' }),
  }
}

function ChangeOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const keyOf = useRequestKey()
  const change = useOrderChange()
  const [draft, setDraft] = useState(() => draftOf(order))
  const [confirmed, setConfirmed] = useState<number | null>(null) // debt beyond the limit that staff said yes to
  const wanted = changeOf(draft)
  const preview = usePreview(order, isUnreadable(draft) ? null : wanted)
  const edit = (id: string, edited: Partial<LineDraft>) =>
    setDraft({ ...draft, lines: draft.lines.map((line) => (line.id === id ? { ...line, ...edited } : line)) })
  const form = useForm({
    check: () => errorsOf(draft, wanted),
    failed: FAILED,
    send: async () => {
      if (wanted === null) return
      const { total, payLater } = await api.orderChanges.preview({ params: { id: order.id }, body: wanted })
      if (preview.data && preview.isSettled && total !== preview.data.total) throw new Error('The total has changed') // staff see it first
      const beyondLimit = payLater?.order === confirmed
      const body = { ...wanted, amount: total, reason: trimText(draft.reason), version: order.version, beyondLimit }
      await change(() => api.orderChanges.change({ params: { id: order.id }, body, idempotencyKey: keyOf(body) }))
      toast.success(`Order ${order.number} changed`)
      onClose()
    },
  })
  const sellers = [...new Map(order.items.map(({ businessId, businessName }) => [businessId, { businessId, businessName }])).values()]
  const freeLines = {
    agreed: draft,
    setAgreed: (changed: Pick<ChangeDraft, 'freeLines'>) => setDraft({ ...draft, ...changed }),
    sellers,
  }
  return (
    <FormDialog title="Change order" isWide isDirty={wanted !== null || draft.reason !== ''} onClose={onClose}>
      <RecordForm form={form} cancel="Back" save="Change order" busy="Changing...">
        <p className="text-ink-2">
          Taxes, shipping and promo code stay as they were decided. Invoices are replaced, and the customer is emailed what changed.
        </p>
        <ul>
          {draft.lines.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              priced={preview.data?.lines.find(({ id }) => id === line.id)}
              currency={order.currency}
              errors={form.errors}
              onEdit={(edited) => edit(line.id, edited)}
              onRemove={() =>
                line.ordered ? edit(line.id, { quantity: '0' }) : setDraft({ ...draft, lines: draft.lines.filter((one) => one !== line) })
              }
            />
          ))}
        </ul>
        <FreeLines orderItems={freeLines} errors={definedOf(form.errors)} />
        <div>
          <ProductPicker
            label="Add a product"
            currency={order.currency}
            onChoose={({ id, name, minQuantity }) =>
              setDraft((before) =>
                before.lines.some((line) => line.id === id)
                  ? before
                  : { ...before, lines: [...before.lines, { id, name, ordered: null, quantity: String(minQuantity), price: '' }] },
              )
            }
          />
          <AddFreeLine orderItems={freeLines} />
        </div>
        <TextAreaField
          label="Reason"
          name="reason"
          rows={2}
          maxLength={500}
          hint="Shown to the customer."
          value={draft.reason}
          error={form.errors.reason}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
        {preview.data && <Pauses texts={preview.data.pauses} />}
        {preview.data?.payLater && (
          <LimitUse payLater={preview.data.payLater} doing="Change order" confirmed={confirmed} onConfirm={setConfirmed} />
        )}
        <Difference order={order} preview={preview} isUnreadable={isUnreadable(draft)} />
      </RecordForm>
    </FormDialog>
  )
}

const definedOf = (errors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined))

interface LineRowProps {
  line: LineDraft
  /** As the server priced it; absent until it has, and once it is removed. */
  priced: OrderChangePreview['lines'][number] | undefined
  currency: Currency
  errors: Record<string, string | undefined>
  onEdit: (edited: Partial<LineDraft>) => void
  onRemove: () => void
}

function LineRow({ line, priced, currency, errors, onEdit, onRemove }: LineRowProps) {
  const { id, name, ordered, quantity, price } = line
  const isRemoved = unitsOf(line) === 0
  const unit = priced?.unitPrice ?? ordered?.unitPrice
  return (
    <li className="phone-line grid grid-cols-[minmax(0,1fr)_7.5rem_5.5rem_7rem_44px] items-center gap-x-4 gap-y-1.5 py-3 max-[40rem]:grid-cols-[0_minmax(0,1fr)_44px] max-[40rem]:gap-x-0">
      <div className="min-w-0 max-[40rem]:col-start-2">
        <p className={isRemoved ? 'font-medium line-through' : 'font-medium'}>
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {isRemoved ? 'Removed' : unit !== undefined && `${money(unit, currency)} each`}
          {ordered === null && `${unit === undefined ? '' : ', '}added`}
          {ordered && unitsOf(line) !== ordered.quantity && `, ordered: ${figure(ordered.quantity)}`}
        </p>
      </div>
      <div className="phone-line-price">
        <TextField
          label="Agreed price"
          aria-label={`Agreed price of ${name}, without tax`}
          name={`price.${id}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={ordered ? 'As ordered' : 'List price'}
          value={price}
          error={isNoPrice(line) ? AMOUNT_ERROR : errors[`price.${id}`]}
          onChange={({ target }) => onEdit({ price: target.value })}
          onKeyDown={keepEnter}
        />
      </div>
      <div className="phone-line-quantity">
        <TextField
          label="Quantity"
          aria-label={`Quantity of ${name}`}
          name={`quantity.${id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={quantity}
          error={quantity !== '' && unitsOf(line) === null ? UNITS_ERROR : errors[`quantity.${id}`]}
          onChange={({ target }) => onEdit({ quantity: target.value })}
          onKeyDown={keepEnter}
        />
      </div>
      <p className="phone-line-total price text-end">{priced && !isRemoved && money(priced.lineTotal, currency)}</p>
      <button type="button" className="icon-button" aria-label={`Remove ${name}`} disabled={isRemoved} onClick={onRemove}>
        <CloseIcon />
      </button>
    </li>
  )
}

interface DifferenceProps {
  order: Order
  preview: ReturnType<typeof usePreview>
  /** True while a field can't be read. */
  isUnreadable: boolean
}

/** The new total of the order, and what is then due or refunded. */
function Difference({ order, preview: { data, isSettled, failure }, isUnreadable: isWaiting }: DifferenceProps) {
  const show = (amount: number) => money(amount, order.currency)
  if (failure) return <p className="notice bad">{messageOf(failure, 'The new total could not be calculated.')}</p>
  return (
    <div role="status" aria-busy={!isSettled || undefined} className="notice">
      {data ? (
        <>
          <p>
            New total <b className="price">{show(data.total)}</b>, before {show(data.before)}
          </p>
          {data.refund > 0 && (
            <p>
              {show(data.refund)} is refunded
              {order.paymentMethod === 'card' ? '.' : '. Transfer the money yourself; this records the refund.'}
            </p>
          )}
          {data.due > 0 && <p>{show(data.due)} is then due.</p>}
        </>
      ) : (
        <p>
          {isWaiting
            ? 'Correct the marked fields to see the new total.'
            : 'Change a quantity or a price, or add a line, to see the new total.'}{' '}
          It is now {show(order.totalAmount)}.
        </p>
      )}
    </div>
  )
}
