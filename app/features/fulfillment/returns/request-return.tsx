import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { ordersKey } from '#app/features/orders/queries.ts'
import { chosenLines, firstUnitField, UnitFields, type Units, worthOfAll } from '#app/features/payments/refunds/unit-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day, figure, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextAreaField } from '#app/ui/field.tsx'
import type { Order } from '#contract/orders/orders.ts'
import { RETURN_REASON_LABELS, RETURN_REASONS, RETURN_WISH_LABELS, RETURN_WISHES } from '#domain/return-request.ts'
import { isStillOpen } from '#domain/return-window.ts'
import { openWindows } from '#domain/shipment.ts'
import { PhotosField } from './photos-field.tsx'
import { untilWords } from './until-words.ts'

const FAILED = 'The return could not be requested. Please try again.'

type Item = Order['items'][number]

/** Items of one seller that can be returned. */
interface Returnable {
  businessId: string
  businessName: string
  items: Item[]
}

/** Units of an item that can be returned at that moment: those of parcels whose window is open, each until its last day. */
const windowsOf = ({ returnWindows, goneQuantity, withdrawn }: Item, now: Date) =>
  openWindows({ windows: returnWindows, gone: goneQuantity, withdrawn }, (until) => isStillOpen(until, now, getShop().timeZone))

const returnableOf = (item: Item, now: Date) => windowsOf(item, now).reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns each window of an item with its name, and with its units where there are several. */
function untilOf(item: Item, now: Date): { name: string; returnUntil: string }[] {
  const windows = windowsOf(item, now)
  return windows.map(({ quantity, until }) => ({
    name: windows.length > 1 ? `${figure(quantity)} × ${item.name}` : item.name,
    returnUntil: until,
  }))
}

function windowText(item: Item, now: Date): string {
  const windows = windowsOf(item, now)
  const isOne = windows.length === 1
  return windows.map(({ quantity, until }) => `, ${isOne ? '' : `${figure(quantity)} `}until ${day(until)}`).join('')
}

/** Returns the items of an order that can be returned at that moment, seller by seller. */
export function returnablesOf(order: Order, now: Date): Returnable[] {
  return order.fulfilments.flatMap(({ businessId, businessName }) => {
    const items = order.items.filter((item) => item.businessId === businessId && returnableOf(item, now) > 0)
    return items.length === 0 ? [] : [{ businessId, businessName, items }]
  })
}

/** Buttons to request a return, one for each seller whose return window is open. */
export function RequestReturn({ order, now }: { order: Order; now: Date }) {
  const [asked, setAsked] = useState<Returnable>()
  const returnables = returnablesOf(order, now)
  return (
    <>
      {returnables.map((returnable) => (
        <p key={returnable.businessId} className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <button
            type="button"
            className="button hollow"
            aria-label={`Return products from ${returnable.businessName}`}
            onClick={() => setAsked(returnable)}
          >
            Return products
          </button>
          <span className="text-ink-2">
            {returnables.length > 1 && `${returnable.businessName}: `}
            {untilWords(returnable.items.flatMap((item) => untilOf(item, now)))}
          </span>
        </p>
      ))}
      {asked && <ReturnDialog order={order} returnable={asked} now={now} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function useReturn(order: Order, { businessId, items }: Returnable, more: { units: Units; photos: string[]; onDone: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const keyOf = useRequestKey()
  return useForm({
    check: () => (chosenLines(more.units).length === 0 ? { [firstUnitField(items)]: 'Please choose what you want to return' } : {}),
    failed: FAILED,
    send: async (fields) => {
      const reason = RETURN_REASONS.find((one) => one === textOf(fields, 'reason')) ?? 'other'
      const wish = RETURN_WISHES.find((one) => one === textOf(fields, 'wish')) ?? 'refund'
      const body = { businessId, lines: chosenLines(more.units), reason, wish, note: textOf(fields, 'note'), photos: more.photos }
      try {
        const { number } = await api.returns.request({ params: { id: order.id }, body, idempotencyKey: keyOf(body) })
        toast.success(`Return ${number} is requested`)
        more.onDone()
      } finally {
        void client.invalidateQueries({ queryKey: ordersKey(token) })
      }
    },
  })
}

function ReturnDialog({ order, returnable, now, onClose }: { order: Order; returnable: Returnable; now: Date; onClose: () => void }) {
  const [units, setUnits] = useState<Units>({})
  const [photos, setPhotos] = useState<string[]>([])
  const form = useReturn(order, returnable, { units, photos, onDone: onClose })
  return (
    <FormDialog title="Return products" onClose={onClose}>
      <RecordForm
        form={form}
        draft={{ kind: 'return', id: `${order.id}:${returnable.businessId}` }}
        cancel="Back"
        save="Request return"
        busy="Sending..."
      >
        <p>
          <bdi>{returnable.businessName}</bdi> reviews your request and replies. Return machines and parts complete, and packing material
          unopened.
        </p>
        <div>
          <UnitFields
            order={order}
            items={returnable.items}
            units={units}
            onChange={setUnits}
            error={chosenLines(units).length === 0 ? form.errors[firstUnitField(returnable.items)] : undefined}
            mostOf={(item) => returnableOf(item, now)}
            hintOf={(item) => windowText(item, now)}
          />
          <p className="mt-3 flex justify-between gap-4 font-medium">
            Value <span className="price">{money(worthOfAll(returnable.items, units), order.currency)}</span>
          </p>
          {form.errors.lines && (
            <p role="alert" className="text-sm font-medium text-bad">
              {form.errors.lines}
            </p>
          )}
        </div>
        <SelectField label="Why" name="reason" error={form.errors.reason}>
          {RETURN_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {RETURN_REASON_LABELS[reason]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="What would you like?"
          name="wish"
          hint="For another product, say which one below. A difference in price is refunded, or agreed with you first."
          error={form.errors.wish}
        >
          {RETURN_WISHES.map((wish) => (
            <option key={wish} value={wish}>
              {RETURN_WISH_LABELS[wish]}
            </option>
          ))}
        </SelectField>
        <TextAreaField label="Details for the seller" name="note" isOptional rows={3} maxLength={1000} error={form.errors.note} />
        <PhotosField photos={photos} onChange={setPhotos} error={form.errors.photos} />
      </RecordForm>
    </FormDialog>
  )
}
