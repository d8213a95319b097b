import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { IncompleteLink } from '#app/features/identity/sign-in/incomplete-link.tsx'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { isApiError } from '#contract/errors.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Keep your email address', description: 'Undo a change of your email address.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

const LEAD = 'Our team entered another email address for your account. You can undo that here.'

/** Looking at this page changes nothing: mail scanners look at every link. Its button undoes the change. */
export default function UndoEmailScreen() {
  return (
    <Queries>
      <UndoEmail />
    </Queries>
  )
}

function UndoEmail() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const isHydrated = useIsHydrated()
  const refresh = useRefreshAccount()
  const undo = useMutation({ mutationFn: (sent: string) => api.auth.undoEmail({ body: { token: sent } }), onSuccess: refresh })
  const canUndo = isHydrated && token && !undo.isSuccess && !isApiError(undo.error)
  return (
    <EntrancePage title="Keep your email address" lead={canUndo ? LEAD : undefined}>
      {isHydrated ? (
        token ? (
          <Undo undo={undo} onUndo={() => undo.mutate(token)} />
        ) : (
          <IncompleteLink>
            <ContactUs />
          </IncompleteLink>
        )
      ) : (
        <LoadingNote />
      )}
    </EntrancePage>
  )
}

function ContactUs() {
  return (
    <Link to="/contact" className="button hollow">
      Contact Us
    </Link>
  )
}

function Undo({ undo, onUndo }: { undo: Pick<UseMutationResult, 'isSuccess' | 'isError' | 'isPending' | 'error'>; onUndo: () => void }) {
  if (undo.isSuccess) {
    return (
      <>
        <p role="status" className="notice ok mb-4">
          Your account uses this email address again, and all devices are signed out.
        </p>
        <p className="mb-4">If you didn't expect this change, choose a new password now: someone may know yours.</p>
        <p className="flex flex-wrap gap-3">
          <Link to="/forgot-password" className="button">
            Choose a new password
          </Link>
          <Link to="/login" className="button hollow">
            Sign In
          </Link>
        </p>
      </>
    )
  }
  if (isApiError(undo.error)) {
    return (
      <>
        <p role="alert" className="notice bad mb-4">
          {undo.error.detail} If your address was changed against your will, contact us.
        </p>
        <ContactUs />
      </>
    )
  }
  return (
    <>
      {undo.isError && (
        <p role="alert" className="notice bad mb-4">
          {messageOf(undo.error, 'The change could not be undone. Please try again.')}
        </p>
      )}
      <p className="mb-4">Your account will use the email address that received this link again. All devices are signed out.</p>
      <BusyButton className="button" isBusy={undo.isPending} busy="Undoing..." onPress={onUndo}>
        Undo the change
      </BusyButton>
    </>
  )
}
