import { getShop } from '#app/lib/shop.ts'
import { stockBadge } from '#domain/stock.ts'

const TONES = { 'Low Stock': 'bad', Medium: 'warn', Good: 'ok' } as const

/** Badge of a stock's level, for sellers and staff (B132). */
export function StockLevelBadge({ stock }: { stock: number }) {
  const badge = stockBadge(stock, getShop().stock)
  return <span className={`status ${TONES[badge]}`}>{badge}</span>
}
