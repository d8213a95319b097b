import { ApiTokens } from '#app/features/identity/tokens/api-tokens.tsx'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { pageMeta } from '#app/lib/meta.ts'

export const meta = () => pageMeta({ title: 'API tokens', description: 'Other systems that use your account.', isPrivate: true })

export default function AccountTokensScreen() {
  return (
    <Guard>
      {() => (
        <div className="wrap py-8">
          <h1>API tokens</h1>
          <p className="mt-2 max-w-text text-ink-2">
            With a token, another system such as your bookkeeping reads your orders and invoices. Tokens end when your password changes.
          </p>
          <ApiTokens kind="person" />
        </div>
      )}
    </Guard>
  )
}
