import { SCOPE_LABELS } from '#domain/api-tokens.ts'
import { pluralize } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { TOKEN_PAGES } from './token-pages.ts'
import { listExpiring } from './token-record.ts'

/**
 * Emails the owner of each API token that expires soon, once: within a week, or within two days where it lives a week at most.
 * @returns a summary in words
 */
export async function remindOfTokens({ db, config, now }: Deps): Promise<string> {
  const at = now()
  const due = await listExpiring(db, at)
  for (const { token, name, email, business } of due) {
    await queueMail(db, {
      dedupeKey: `api-token-expires:${token.userId}:${token.id}`,
      template: 'api-token-expires',
      to: email,
      facts: {
        userId: token.userId,
        name,
        what: token.name,
        business,
        scopes: token.scopes.map((scope) => SCOPE_LABELS[scope]).join(', '),
        expiresAt: token.expiresAt.toISOString(),
        link: config.publicUrl + TOKEN_PAGES[token.kind],
      },
      at,
    })
  }
  return due.length === 0 ? 'No API tokens expire soon.' : `${pluralize(due.length, 'API token')} will expire soon.`
}
