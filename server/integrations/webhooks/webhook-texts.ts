import { WEBHOOK_FAILURE_DAYS } from '#domain/webhook.ts'
import { greeting, linkButton } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails about webhooks. */
export const webhookTexts = {
  'webhook-off': (facts) => ({
    subject: `The webhook to ${facts.line('webhook')} was turned off`,
    heading: 'A webhook was turned off',
    paragraphs: [
      greeting(facts),
      facts.line('offReason') === 'gone'
        ? `${facts.line('webhook')} answered that it wants no more messages (410 Gone), so we stopped sending them.`
        : `No message to ${facts.line('webhook')} was accepted for ${WEBHOOK_FAILURE_DAYS} days, so we stopped sending them.`,
      'Fix the receiver and turn the webhook on again. What waits in its log is sent then, and you can send the rest again from there. What happens until then is not in the log: read it by the API.',
    ],
    button: linkButton(facts, 'Open webhooks'),
  }),
} satisfies Record<string, WriteText>
