import { randomUUID } from 'node:crypto'
import { messages, type QuoteBody } from '#contract/contact/messages.ts'
import type { QUOTE_FIELD_LABELS } from '#domain/quote.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findByRequestKey, type NewMessage } from './message-record.ts'
import { notifyStaff } from './notify-staff.ts'
import { detailsForPeople } from './present-message.ts'
import { mailReceipt, type Sender } from './send-message.ts'
import { newReference, requireCalculation, storeMessage } from './store-message.ts'

/**
 * Stores a request for custom packaging, notifies the team and emails the sender a receipt, as `sendMessage`. Repeated with the same key
 * and body it returns the first reference; the same key with another body is refused.
 */
export async function requestQuote(
  deps: Deps,
  sender: Sender,
  body: QuoteBody,
  sentKey: string | null,
): Promise<OnceAnswered<{ reference: string }>> {
  if (body.website) return { answer: { reference: newReference('Q') }, isReplay: false }
  await requireCalculation(deps.db, body.calculation)
  const key = sentKey && `${sender.actor?.userId ?? 'visitor'} ${sentKey}` // keys belong to their sender, as with orders
  const requestFingerprint = key === null ? null : fingerprint(messages.requestQuote.method, messages.requestQuote.path, body)
  return inTransaction(deps.db, async (tx) => {
    const createdAt = deps.now()
    const id = randomUUID()
    const row = { id, ...rowOf(body), userId: sender.actor?.userId ?? null, requestKey: key, requestFingerprint, createdAt }
    const reference = await storeMessage(tx, 'Q', row)
    if (!reference) return replay(tx, key ?? '', requestFingerprint)
    await notifyTeam(tx, sender, body, { id, reference }, createdAt)
    await notifyStaff(tx, { id, reference, topic: 'quote' }, createdAt)
    return { answer: { reference }, isReplay: false }
  })
}

async function replay(tx: Db, key: string, requestFingerprint: string | null): Promise<OnceAnswered<{ reference: string }>> {
  const earlier = await findByRequestKey(tx, key)
  if (!earlier) throw new Error('A request was taken for another, which is not there')
  if (earlier.fingerprint !== requestFingerprint) refuse('idempotency_key_reused')
  return { answer: { reference: earlier.reference }, isReplay: true }
}

async function notifyTeam(
  tx: Db,
  sender: Sender,
  body: QuoteBody,
  { id, reference }: { id: string; reference: string },
  at: Date,
): Promise<void> {
  const { name, email, phone, company, message, calculation } = body
  const facts = { name, email, phone, company, message, calculation, reference, details: detailsForPeople(detailsOf(body)) }
  const { company: shop } = await readSettings(tx)
  await queueMail(tx, {
    dedupeKey: `quote-request:${reference}`,
    template: 'quote-request',
    to: shop.email,
    facts: { ...facts, messageId: id },
    at,
  })
  await mailReceipt(tx, sender, { template: 'quote-received', to: email, reference, facts, at })
}

function detailsOf(body: QuoteBody): Record<keyof typeof QUOTE_FIELD_LABELS, string> {
  return {
    packedGoods: body.packedGoods,
    productSize: body.productSize,
    productWeight: body.productWeight,
    monthlyVolume: String(body.monthlyVolume),
    material: body.material,
    targetDate: body.targetDate ?? '',
    zipCode: body.zipCode,
    country: body.country,
  }
}

function rowOf(body: QuoteBody): Omit<NewMessage, 'reference'> {
  const details = Object.fromEntries(Object.entries(detailsOf(body)).filter(([, value]) => value !== ''))
  return {
    name: body.name,
    email: body.email,
    phone: body.phone || null,
    company: body.company || null,
    topic: 'quote',
    message: body.message,
    details,
    impactKey: body.calculation || null,
  }
}
