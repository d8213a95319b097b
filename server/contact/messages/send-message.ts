import { randomUUID } from 'node:crypto'
import type { ContactBody } from '#contract/contact/messages.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, isOwnAddress } from '#server/platform/http/actor.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { notifyStaff } from './notify-staff.ts'
import { newReference, requireCalculation, storeMessage } from './store-message.ts'

/** The sender, and whether an email may be sent to the address now. */
interface Sender {
  actor: Actor | null
  canGetCopy: boolean
}

/**
 * Stores a message to the team, notifies the team, and emails the sender the reference, and a copy where the address is the sender's own.
 * A message with the honeypot field filled in is dropped and gets a fake reference.
 * @returns the reference
 */
export async function sendMessage(deps: Deps, { actor, canGetCopy }: Sender, body: ContactBody): Promise<string> {
  if (body.website) return newReference('C')
  await requireCalculation(deps.db, body.calculation)
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const id = randomUUID()
    const reference = await store(tx, actor, body, { id, createdAt: at })
    await notifyStaff(tx, { id, reference, topic: body.topic }, at)
    const facts = mailFacts(body, reference)
    const { company } = await readSettings(tx)
    await queueMail(tx, {
      dedupeKey: `contact-message:${reference}`,
      template: 'contact-message',
      to: company.email,
      facts: { ...facts, messageId: id },
      at,
    })
    await mailReceipt(tx, { actor, canGetCopy }, { template: 'contact-received', to: body.email, reference, facts, at })
    return reference
  })
}

async function store(tx: Db, actor: Actor | null, body: ContactBody, made: { id: string; createdAt: Date }): Promise<string> {
  const { name, email, phone, company, topic, message, calculation, preferredTimes } = body
  return storeMessage(tx, {
    name,
    email,
    phone: phone || null,
    company: company || null,
    topic,
    message,
    details: preferredTimes ? { preferredTimes } : null,
    impactKey: calculation || null,
    userId: actor?.userId ?? null,
    ...made,
  })
}

interface Receipt {
  template: 'contact-received'
  to: string
  reference: string
  facts: Record<string, unknown>
  at: Date
}

/** Emails the sender the reference where that may be sent now, with what was typed where the address is the sender's own. */
async function mailReceipt(tx: Db, { actor, canGetCopy }: Sender, { reference, facts, ...mail }: Receipt): Promise<void> {
  if (!canGetCopy) return
  const shown = isOwnAddress(actor, mail.to) ? facts : { reference, isShort: 'yes' }
  await queueMail(tx, { ...mail, dedupeKey: `${mail.template}:${reference}`, facts: shown })
}

function mailFacts({ website: _trap, preferredTimes, ...said }: ContactBody, reference: string): Record<string, unknown> {
  return { ...said, reference, details: preferredTimes ? [{ label: 'Preferred times', value: preferredTimes }] : [] }
}
