import { ApiTokens } from '#app/features/identity/tokens/api-tokens.tsx'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'

/** The API tokens of staff for the platform. */
export default function TokensScreen() {
  const user = usePageUser()
  if (!user) return null
  return (
    <>
      <h1>API tokens</h1>
      <PlaceTabs label="Team and permissions" />
      <p className="mt-2 max-w-text text-ink-2">
        With a token, another system works for the platform, with the duties of its owner. Tokens end when the password, role or duties of
        their owner change. {user.role === 'super_admin' && 'You see the tokens of all staff.'}
      </p>
      <ApiTokens kind="platform" />
    </>
  )
}
