import { getShop } from '#app/lib/shop.ts'
import { stockStatus } from '#domain/stock.ts'

const TONE = { ok: 'ok', low: 'warn', out: 'bad' } as const

/** Stock status as a badge (S107). */
export function StockBadge({ stock }: { stock: number }) {
  const { text, level } = stockStatus(stock, getShop().stock)
  return <span className={`status ${TONE[level]}`}>{text}</span>
}
