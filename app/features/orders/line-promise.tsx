import { useState } from 'react'
import { getShop } from '#app/lib/shop.ts'
import type { Order } from '#contract/orders/orders.ts'
import { promiseText } from '#domain/delivery.ts'

interface LinePromiseProps {
  item: Pick<Order['items'][number], 'promisedFrom' | 'promisedTo' | 'arrivedAt'>
  part: Pick<Order['fulfilments'][number], 'status' | 'deliveredAt'>
}

/** Days that a line was promised for, and whether it kept them; nothing for orders from before there were promises by line. */
export function LinePromise({ item, part }: LinePromiseProps) {
  const [now] = useState(() => new Date())
  const arrivedAt = item.arrivedAt ?? part.deliveredAt
  const status = item.arrivedAt === null ? part.status : 'delivered'
  const text = promiseText({ ...item, status, deliveredAt: arrivedAt === null ? null : new Date(arrivedAt) }, now, getShop().timeZone)
  return text && <span className="block text-sm text-ink-2">{text}</span>
}

/** Notice about the mains that a line needs, with the answer of its buyer. */
export function LineSupply({ item: { supplyNotice, hasSupply } }: { item: Pick<Order['items'][number], 'supplyNotice' | 'hasSupply'> }) {
  if (supplyNotice === null) return null
  return (
    <span className="block text-sm text-ink-2">
      {supplyNotice} {hasSupply ? 'The buyer has a suitable supply.' : 'The buyer has not confirmed a suitable supply.'}
    </span>
  )
}
