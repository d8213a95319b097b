import { ApiTokens } from '#app/features/identity/tokens/api-tokens.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'

/** The API tokens of the seller's business, for its owners. */
export default function BusinessTokensScreen() {
  const user = usePageUser()
  if (!user) return null
  return (
    <>
      <h1>API tokens</h1>
      <p className="mt-2 max-w-text text-ink-2">
        With a token, another system such as your ERP works for your business. Tokens end when the password of their owner changes, when
        their owner leaves the team, and when the business is suspended.
      </p>
      {user.memberKind === 'owner' ? (
        <ApiTokens kind="business" />
      ) : (
        <p className="panel mt-6 p-5 text-ink-2">The owners of your business manage its API tokens. Ask one of them.</p>
      )}
    </>
  )
}
