import { informConfirmBy, informDueAt, informDuties, openInformItems } from '#domain/inform.ts'
import { formatLongDate } from '#domain/text.ts'
import { DAY_MS } from '#domain/time.ts'
import { missingTraderFacts } from '#domain/trader.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { type BusinessRow, listSelling, lockBusiness, noteBusiness } from './business-record.ts'
import { listUsSales } from './sales-list.ts'

/** Days after which a seller is reminded of missing details. */
const REMIND_DAYS = 14
/** Days before the yearly confirmation is due on which a seller is asked for it. */
const CONFIRM_DAYS = 30
/** Days of sales that count in the United States. */
const COUNTED_DAYS = 730

/** A request to a seller for details: its key, the items and the day by which they are needed. */
interface Request {
  key: string
  items: readonly string[]
  cause: 'eu' | 'us'
  dueAt: Date | null
}

async function ask(tx: Db, { id, name, email }: BusinessRow, { key, items, cause, dueAt }: Request, at: Date): Promise<void> {
  const facts = { name, items: items.join(', '), cause, ...(dueAt && { dueBy: formatLongDate(dueAt) }) }
  await queueMail(tx, { dedupeKey: `trader-data-missing:${id}:${key}`, template: 'trader-data-missing', to: email, facts, at })
  await notify(tx, {
    audience: { businessId: id },
    kind: 'trader-data-missing',
    title: 'Complete your trader details',
    text: `Missing: ${items.join(', ')}.`,
    path: '/business/profile?edit=1',
    dedupeKey: `trader-data-missing:${id}:${key}`,
    at,
  })
}

/**
 * Asks a seller for the details without which it sells nothing to consumers in the European Union: at once, and once again after two weeks.
 */
async function askForFacts(tx: Db, business: BusinessRow, at: Date): Promise<boolean> {
  const items = missingTraderFacts(business)
  const { id, traderAskedAt, traderRemindedAt } = business
  const isAgain = traderAskedAt !== null
  if (items.length === 0 || traderRemindedAt !== null) return false
  if (isAgain && at.getTime() - traderAskedAt.getTime() < REMIND_DAYS * DAY_MS) return false
  await noteBusiness(tx, id, isAgain ? { traderRemindedAt: at } : { traderAskedAt: at })
  await ask(tx, business, { key: isAgain ? 'again' : 'first', items, cause: 'eu', dueAt: null }, at)
  return true
}

/** Notifies a seller whose details have to be confirmed within 30 days. */
async function askToConfirm(tx: Db, { id, checks, informConfirmedAt }: BusinessRow, at: Date): Promise<void> {
  const confirmBy = informConfirmBy(checks, informConfirmedAt)
  if (confirmBy.getTime() - at.getTime() > CONFIRM_DAYS * DAY_MS) return
  await notify(tx, {
    audience: { businessId: id },
    kind: 'trader-data-confirm',
    title: 'Confirm your trader details',
    text: `Confirm by ${formatLongDate(confirmBy)} that they're still correct.`,
    path: '/business/dashboard',
    dedupeKey: `trader-data-confirm:${id}:${confirmBy.toISOString().slice(0, 10)}`,
    at,
  })
}

/** Notes the duties of a seller by its sales in the United States, and asks for what they need when they begin. */
async function followSales(tx: Db, business: BusinessRow, duties: ReturnType<typeof informDuties>, at: Date): Promise<boolean> {
  const { id, informSince, informPublic } = business
  const since = duties.isHigh ? (informSince ?? at) : null
  const items = openInformItems(business)
  if (since && items.length === 0) await askToConfirm(tx, business, at)
  if (since?.getTime() === informSince?.getTime() && informPublic === duties.isPublic) return false
  await noteBusiness(tx, id, { informSince: since, informPublic: duties.isPublic })
  if (!since || informSince || items.length === 0) return false
  await ask(tx, business, { key: `us:${at.toISOString().slice(0, 10)}`, items, cause: 'us', dueAt: informDueAt(since) }, at)
  return true
}

/**
 * Asks sellers for the details that the law wants of them: by Regulation (EU) 2022/2065 in shops that sell to consumers in the European
 * Union, by 15 U.S.C. 45f those with many sales in the United States.
 * @returns a summary for the job log
 */
export async function askTraders({ db, now }: Deps): Promise<string> {
  const at = now()
  const { markets } = await readSettings(db)
  const isEu = markets.some(({ isOpen, sellsToConsumers, legal }) => isOpen && sellsToConsumers && legal === 'eu')
  const sales = await listUsSales(db, new Date(at.getTime() - COUNTED_DAYS * DAY_MS))
  const sellers = await listSelling(db)
  let asked = 0
  for (const id of sellers) {
    const duties = informDuties(sales.get(id) ?? [], at.toISOString().slice(0, 10))
    asked += await inTransaction(db, async (tx) => {
      const business = await lockBusiness(tx, id)
      if (!business) return 0
      const isAsked = [isEu && (await askForFacts(tx, business, at)), await followSales(tx, business, duties, at)]
      return isAsked.filter(Boolean).length
    })
  }
  return `${sellers.length} sellers, ${asked} asked for details.`
}
