import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { figure, money } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { plainNumber, priceOf, stockOf } from './bulk-values.ts'

type Field = 'stock' | 'priceUSD' | 'priceEUR'

const FIELDS: Readonly<Record<Field, { label: string; wrong: string; show: (product: ProductSummary) => string }>> = {
  stock: { label: 'Stock', wrong: 'Please enter valid stock values', show: ({ stock }) => figure(stock) },
  priceUSD: { label: 'Price in USD', wrong: 'Please enter valid price values', show: ({ priceUSD }) => money(priceUSD, 'USD') },
  priceEUR: { label: 'Price in EUR', wrong: 'Please enter valid price values', show: ({ priceEUR }) => money(priceEUR, 'EUR') },
}

/** A stock or price in a list that is edited in place: Enter saves, Escape leaves it. What was refused stays in the field. */
export function InlineValue({ product, field }: { product: ProductSummary; field: Field }) {
  const { label, show } = FIELDS[field]
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFocusDue = useRef(false)
  const mayWrite = useMayWrite()
  useEffect(() => {
    if (!isEditing && isFocusDue.current) button.current?.focus()
    isFocusDue.current = false
  }, [isEditing])
  const leave = (isByKey: boolean) => {
    isFocusDue.current = isByKey
    setEditing(false)
  }
  if (product.status === 'Deleted' || !mayWrite) return show(product)
  if (isEditing) return <InlineField product={product} field={field} leave={leave} />
  return (
    <button
      ref={button}
      type="button"
      className="inline-value"
      aria-label={`${label} of ${product.name}: ${show(product)}. Edit`}
      onClick={() => setEditing(true)}
    >
      {show(product)}
    </button>
  )
}

function InlineField({ product, field, leave }: { product: ProductSummary; field: Field; leave: (isByKey: boolean) => void }) {
  const { label, wrong } = FIELDS[field]
  const before = field === 'stock' ? String(product.stock) : product[field].toFixed(2)
  const [typed, setTyped] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const save = async () => {
    if (isBusy) return
    const plain = plainNumber(typed)
    if (plain === before) return leave(true)
    const value = field === 'stock' ? stockOf(plain) : priceOf(plain)
    setWrong(value === null)
    if (value === null) return void toast.error(wrong)
    setBusy(true)
    try {
      await api.productEdits.update({ params: { id: product.id }, body: { [field]: value, version: product.version } })
      toast.success('Product updated successfully')
      await refreshTabs(queryClient)
      leave(true)
    } catch (error) {
      setWrong(true)
      await refreshTabs(queryClient) // the next try is made over what is stored now
      setBusy(false)
      toast.error(messageOf(error, 'Failed to save product'))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') void save()
    else leave(true)
  }
  return (
    <input
      dir="auto"
      className="input inline-field"
      inputMode="decimal"
      aria-label={`${label} of ${product.name}`}
      aria-invalid={isWrong || undefined}
      aria-busy={isBusy || undefined}
      autoComplete="off"
      value={typed}
      ref={(input) => {
        if (input && document.activeElement !== input && !isBusy && !isWrong) input.select()
      }}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => typed === before && leave(false)}
    />
  )
}
