import type { InboxMessage } from '#contract/contact/inbox.ts'
import { QUOTE_FIELD_LABELS, QUOTE_MATERIAL_LABELS, QUOTE_MATERIALS } from '#domain/quote.ts'
import { formatCount, formatLongDate } from '#domain/text.ts'
import type { InboxRow, MessageRow } from './inbox-list.ts'

const LABELS: Readonly<Record<string, string>> = { preferredTimes: 'Preferred times', ...QUOTE_FIELD_LABELS }
/** Display order of the details, because `jsonb` does not preserve the order of members. */
const ORDER = Object.keys(LABELS)
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function formatDetail(name: string, value: string): string {
  if (name === 'monthlyVolume' && /^\d+$/.test(value)) return formatCount(Number(value))
  if (name === 'targetDate') return formatLongDate(new Date(value)) || value
  if (name === 'country' && /^[A-Z]{2}$/.test(value)) return countries.of(value) ?? value
  const material = name === 'material' ? QUOTE_MATERIALS.find((known) => known === value) : undefined
  return material ? QUOTE_MATERIAL_LABELS[material] : value
}

/** The details of a request, in the order and with the labels of its form. */
export function detailsForPeople(details: MessageRow['details']): { label: string; value: string }[] {
  return Object.entries(details ?? {})
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => ({ label: LABELS[name] ?? name, value: formatDetail(name, value) }))
}

/** Presents a message to staff. */
export function presentMessage({ message, answeredBy }: InboxRow): InboxMessage {
  const { requestKey: _key, requestFingerprint: _print, answeredById: _by, impactKey, details, createdAt, answeredAt, ...rest } = message
  return {
    ...rest,
    details: detailsForPeople(details),
    calculation: impactKey,
    answeredBy,
    answeredAt: answeredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
