import { and, eq, inArray } from 'drizzle-orm'
import type { DecideNoticeBody } from '#contract/contact/notices.ts'
import { changeRecall } from '#server/catalog/recalls/change-recall.ts'
import { decideNotice } from '#server/contact/notices/decide-notice.ts'
import { sendNotice } from '#server/contact/notices/send-notice.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notices, products } from '#server/platform/db/schema.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { REQUEST_ID, type Step, stepAt } from './play-steps.ts'

/** A notice about a product; every moment is days before the start, absent ones have not happened yet. */
interface DemoNotice {
  slug: string
  reason: string
  name: string
  email: string
  sent: number
  decided?: number
  decision?: Omit<DecideNoticeBody, 'version'>
}

/** One notice is decided, one waits. */
const DEMO_NOTICES: readonly DemoNotice[] = [
  {
    slug: 'bottle-sleeve-magnum',
    reason: 'The sleeve in the picture looks like the one whose design we registered. Please compare it with design DEMO-0815.',
    name: 'Rita Reporter',
    email: 'rita@reflute.test',
    sent: 15,
    decided: 11,
    decision: {
      decision: 'kept',
      reasons:
        'We compared the product with the design you named. That design is a printed sleeve with a window; the product is a plain sleeve of slit board, whose shape follows from its use. We found no infringement, so the page stays online.',
    },
  },
  {
    slug: 'interleaf-300x300-heavy',
    reason:
      'The page says 100% recycled content. Our two packs had sheets that look like new board, so I think the statement is misleading.',
    name: 'Noah Notice',
    email: 'noah@reflute.test',
    sent: 2,
  },
]

/** The recalled product: one that no graded query of the search needs. */
export const RECALL = {
  slug: 'kiln-row-small-mats',
  recalled: 10,
  text: 'Packs dated March to May may contain staples from used boxes between the mats, which can cut you. Do not use the mats. Send us a picture of the label, and we will refund the price. You do not need to send anything back.',
} as const

/** Plans two notices, one of which staff decide, and the recall of a product; none where the catalog is another one. */
export async function planNotices(tx: Db, staff: Actor): Promise<Step[]> {
  const slugs = [RECALL.slug, ...DEMO_NOTICES.map(({ slug }) => slug)]
  const rows = await tx
    .select({ slug: products.slug, id: products.id })
    .from(products)
    .where(and(inArray(products.slug, slugs), eq(products.status, 'Active')))
  if (rows.length < slugs.length) return []
  const recalled = rows.find(({ slug }) => slug === RECALL.slug)?.id ?? ''
  return [
    ...DEMO_NOTICES.flatMap(stepsOf(staff)),
    ...stepAt(RECALL.recalled, async (then) => {
      await changeRecall(then, staff, { productId: recalled, text: RECALL.text, requestId: REQUEST_ID })
    }),
  ]
}

const stepsOf =
  (staff: Actor) =>
  ({ slug, sent, decided, decision, ...reporter }: DemoNotice): Step[] => {
    let number = ''
    return [
      ...stepAt(sent, async (then) => {
        const body = { ...reporter, address: `/products/${slug}`, goodFaith: true as const }
        const receipt = await sendNotice(then, { actor: null, canMail: true, requestId: REQUEST_ID }, body)
        number = receipt.number
      }),
      ...stepAt(decided, async (then) => {
        const [row] = await then.db.select({ id: notices.id }).from(notices).where(eq(notices.number, number))
        if (row && decision) await decideNotice(then, { id: row.id, body: decision, actor: staff, requestId: REQUEST_ID })
      }),
    ]
  }
