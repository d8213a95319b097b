import { instant } from '#app/lib/format.ts'
import type { VatIdCheck } from '#contract/pricing/vat-ids.ts'

const WORDS: Readonly<Record<VatIdCheck['status'], [word: string, tone: string]>> = {
  valid: ['Verified', 'ok'],
  invalid: ['Not registered in VIES', 'bad'],
  unavailable: ['Not verified', 'warn'],
  pending: ['Checking', 'blue'],
}

/** Labels of the stored results of a check. */
export const CHECK_LABELS = { valid: WORDS.valid[0], invalid: WORDS.invalid[0], unavailable: WORDS.unavailable[0] }

/** Result of a check of a VAT id as a colored word; a valid one that no longer counts says so. */
export function VatCheckState({ status, counts = true }: { status: VatIdCheck['status']; counts?: boolean }) {
  const isOld = status === 'valid' && !counts
  const [word, tone] = isOld ? ['Verified more than 7 days ago', 'warn'] : WORDS[status]
  return <span className={`status ${tone}`}>{word}</span>
}

/** Date and time of a check; "Never checked" without one. */
export function CheckedAt({ at }: { at: string | null }) {
  return at === null ? 'Never checked' : <time dateTime={at}>{instant(at)}</time>
}
