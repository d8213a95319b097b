import { formatCount } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notifyAll } from '#server/platform/notifications/notification-record.ts'

/** Notifies each seller once that staff changed the status of its products; `words` say what they are, such as "now Active". */
export async function notifySellers(
  tx: Db,
  products: readonly { name: string; businessId: string }[],
  { words, key, at }: { words: string; key: string; at: Date },
): Promise<void> {
  const groups = Map.groupBy(products, ({ businessId }) => businessId)
  const entries = [...groups].map(([businessId, group]) => ({
    audience: { businessId },
    kind: 'product-status',
    title: group.length === 1 ? `${group[0]?.name} is ${words}` : `${formatCount(group.length)} of your products are ${words}`,
    text: 'Our team set this status.',
    path: '/business/dashboard?tab=products',
    dedupeKey: `product-status:${key}`,
    at,
  }))
  await notifyAll(tx, entries)
}
