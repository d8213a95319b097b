import { getShop } from '#app/lib/shop.ts'
import { stockStatus } from '#domain/stock.ts'

const TONE = { ok: 'ok', low: 'warn', order: 'blue', out: 'bad' } as const

/** Stock status as a badge (S107); `stock` are the units that can be ordered. */
export function StockBadge(product: { stock: number; leadTimeDays: number | null }) {
  const { text, level } = stockStatus(product, getShop().stock)
  return <span className={`status ${TONE[level]} ${level === 'order' ? 'items-baseline whitespace-normal' : ''}`}>{text}</span>
}
