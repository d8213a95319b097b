import type { MailEntry } from '#contract/platform/mails.ts'

/** Label and tone of each state of an email. */
export const MAIL_WORDS: Record<MailEntry['state'], { word: string; tone: string }> = {
  waiting: { word: 'Waiting', tone: 'blue' },
  sent: { word: 'Sent', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  digest: { word: 'In daily email', tone: 'blue' },
  bell: { word: 'Bell only', tone: 'blue' },
}

export function MailStateWord({ state }: { state: MailEntry['state'] }) {
  return <span className={`status ${MAIL_WORDS[state].tone}`}>{MAIL_WORDS[state].word}</span>
}
