import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { securityQuery } from '#app/features/identity/sign-in/queries.ts'
import { hasPasskeys } from '#app/features/identity/sign-in/use-passkey.ts'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { AccountSecurity, Passkey } from '#contract/identity/security.ts'

const TotpDialog = lazy(() => import('./totp-dialog.tsx'))
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))
const RecoveryDialog = lazy(() => import('./recovery-dialog.tsx'))

type Open = { address: string } | 'codes' | 'remove-totp' | { passkey: Passkey | null } | { remove: Passkey } | null

/** Authenticator app, passkeys and recovery codes. */
export function TwoFactor() {
  const token = useToken((state) => state.token)
  return (
    <Load read={securityQuery(token)} failure="Your two-factor sign-in could not be loaded.">
      {(security) => <Factors security={security} />}
    </Load>
  )
}

function Factors({ security }: { security: AccountSecurity }) {
  const { totp, passkeys, hasTotp, recoveryCodesLeft } = security
  const [open, setOpen] = useState<Open>(null)
  const refresh = useRefreshAccount()
  const knowsPasskeys = useIsHydrated() && hasPasskeys()
  const isOn = totp !== null || passkeys.length > 0
  const start = useMutation({
    mutationFn: () => api.security.addTotp(),
    onSuccess: ({ address }) => setOpen({ address }),
    onError: (failure) => toastFailure(failure, 'Your app could not be added. Please try again.'),
  })
  const close = () => setOpen(null)
  const closeAndRefresh = async () => {
    close()
    await refresh()
  }
  const added = async () => {
    setOpen(isOn ? null : 'codes') // the first factor: now is the moment for recovery codes
    await refresh()
  }
  return (
    <div className="grid gap-6">
      <section aria-labelledby="totp-title">
        <h3 id="totp-title" className="text-lg">
          Authenticator app {totp && <span className="status ok ml-2">On</span>}
        </h3>
        <p className="mt-1 text-ink-2">
          {totp ? (
            <>
              Added <time dateTime={totp.confirmedAt}>{instant(totp.confirmedAt)}</time>.
            </>
          ) : hasTotp ? (
            'An app on your phone shows a new code every 30 seconds.'
          ) : (
            "Authenticator apps aren't available in this shop right now."
          )}
        </p>
        {(totp !== null || hasTotp) && (
          <BusyButton
            className="button hollow mt-3"
            isBusy={start.isPending}
            onPress={() => (totp ? setOpen('remove-totp') : start.mutate())}
          >
            {totp ? 'Remove authenticator app' : 'Add authenticator app'}
          </BusyButton>
        )}
      </section>
      <section aria-labelledby="passkeys-title">
        <h3 id="passkeys-title" className="text-lg">
          Passkeys {passkeys.length > 0 && <span className="status ok ml-2">On</span>}
        </h3>
        <p className="mt-1 text-ink-2">Sign in with your fingerprint, face, screen lock or a security key, without a password.</p>
        {passkeys.length > 0 && (
          <ul className="mt-2">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ passkey })}
                onRemove={() => setOpen({ remove: passkey })}
              />
            ))}
          </ul>
        )}
        {knowsPasskeys ? (
          <button type="button" className="button hollow mt-3" onClick={() => setOpen({ passkey: null })}>
            Add a passkey
          </button>
        ) : (
          <p className="mt-2 text-ink-2">This browser doesn't support passkeys.</p>
        )}
      </section>
      {isOn && (
        <section aria-labelledby="codes-title">
          <h3 id="codes-title" className="text-lg">
            Recovery codes
          </h3>
          <p className="mt-1 text-ink-2">
            {recoveryCodesLeft === 0
              ? 'You have no recovery codes. Without them, losing your phone or passkey locks you out.'
              : `${count(recoveryCodesLeft, 'code')} left. Each one signs you in once, after your password.`}
          </p>
          <button type="button" className="button hollow mt-3" onClick={() => setOpen('codes')}>
            {recoveryCodesLeft === 0 ? 'Create recovery codes' : 'Replace recovery codes'}
          </button>
        </section>
      )}
      <Suspense>
        {open !== null && typeof open === 'object' && 'address' in open && (
          <TotpDialog address={open.address} onAdded={added} onClose={close} />
        )}
        {open === 'codes' && <RecoveryDialog left={recoveryCodesLeft} onClose={closeAndRefresh} />}
        {open !== null && typeof open === 'object' && 'passkey' in open && (
          <PasskeyDialog passkey={open.passkey} onSaved={open.passkey ? closeAndRefresh : added} onClose={close} />
        )}
      </Suspense>
      {open === 'remove-totp' && (
        <RemoveDialog what="authenticator app" remove={() => api.security.removeTotp()} onRemoved={closeAndRefresh} onClose={close} />
      )}
      {open !== null && typeof open === 'object' && 'remove' in open && (
        <RemoveDialog
          what={`passkey “${open.remove.name}”`}
          remove={() => api.security.removePasskey({ params: { id: open.remove.id } })}
          onRemoved={closeAndRefresh}
          onClose={close}
        />
      )}
    </div>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt, backedUp }, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="device">
      <div>
        <p className="wrap-anywhere">
          <b>
            <bdi>{name}</bdi>
          </b>
        </p>
        <p className="text-sm text-ink-2">
          Added <time dateTime={createdAt}>{instant(createdAt)}</time>,{' '}
          {lastUsedAt ? (
            <>
              last used <time dateTime={lastUsedAt}>{instant(lastUsedAt)}</time>
            </>
          ) : (
            'never used'
          )}
          {backedUp && ', synced'}
        </p>
      </div>
      <span className="flex gap-4">
        <button type="button" className="link-button" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </button>
        <button type="button" className="link-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </span>
    </li>
  )
}

interface RemoveDialogProps {
  what: string
  remove: () => Promise<unknown>
  onRemoved: () => Promise<void>
  onClose: () => void
}

function RemoveDialog({ what, remove, onRemoved, onClose }: RemoveDialogProps) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      toast.success(`Your ${what} was removed`)
      await onRemoved()
    },
    onError: (failure) => toastFailure(failure, 'It could not be removed. Please try again.'),
  })
  return (
    <AskDialog
      title={`Remove your ${what}?`}
      confirm="Remove"
      busy="Removing..."
      isBusy={removal.isPending}
      isDanger
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>It stops working right away. Your password doesn't change.</p>
    </AskDialog>
  )
}
