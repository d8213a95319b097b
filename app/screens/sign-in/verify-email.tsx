import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { IncompleteLink } from '#app/features/identity/sign-in/incomplete-link.tsx'
import { useIsHydrated, useSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Confirm your email', description: 'Confirm that this address is yours.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

/** Looking at this page changes nothing: mail scanners look at every link. Its button confirms. */
export default function VerifyEmailScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <EntrancePage title="Confirm your email" lead="Make sure that our emails reach you and nobody else.">
      {useIsHydrated() ? (
        token ? (
          <Queries>
            <Confirm token={token} />
          </Queries>
        ) : (
          <IncompleteLink>
            <Next />
          </IncompleteLink>
        )
      ) : (
        <LoadingNote />
      )}
    </EntrancePage>
  )
}

/** Links to continue. */
function Next() {
  const { status } = useSession()
  return status === 'signedIn' ? (
    <Link to="/account" className="button hollow">
      My Account
    </Link>
  ) : (
    <Link to="/login" className="button hollow">
      Sign In
    </Link>
  )
}

function Confirm({ token }: { token: string }) {
  const refresh = useRefreshAccount()
  const confirm = useMutation({ mutationFn: () => api.auth.verifyEmail({ body: { token } }), onSuccess: refresh })
  if (confirm.isSuccess) {
    return (
      <>
        <p role="status" className="notice ok mb-4">
          Thank you, your email address is confirmed.
        </p>
        <Next />
      </>
    )
  }
  return (
    <>
      {confirm.isError && <Refused error={confirm.error} />}
      {!isRefused(confirm.error) && (
        <BusyButton className="button" isBusy={confirm.isPending} busy="Confirming..." onPress={() => confirm.mutate()}>
          Confirm this address
        </BusyButton>
      )}
    </>
  )
}

/** A link that was refused will be refused again; a call that never arrived may be sent again. */
const isRefused = (error: unknown) => error instanceof Error && error.name === 'ApiError'

function Refused({ error }: { error: unknown }) {
  const { user } = useSession()
  if (isRefused(error) && user?.emailVerified) {
    return (
      <>
        <p role="status" className="notice mb-4 wrap-anywhere">
          This link was already used. Your address {user.email} is confirmed.
        </p>
        <Next />
      </>
    )
  }
  return (
    <>
      <p role="alert" className="notice bad mb-4">
        {messageOf(error, 'Your address could not be confirmed. Please try again.')}
        {isRefused(error) && ' You can do this on your account page.'}
      </p>
      {isRefused(error) && <Next />}
    </>
  )
}
