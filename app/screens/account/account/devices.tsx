import { useMutation } from '@tanstack/react-query'
import { devicesQuery } from '#app/features/accounts/profile/queries.ts'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { DeviceSession } from '#contract/accounts/account.ts'

const FAILED = 'This device could not be signed out. Please try again.'

/** The devices that are signed in, and how to sign them out. */
export function Devices() {
  const token = useToken((state) => state.token)
  return (
    <Load read={devicesQuery(token)} failure="Your devices could not be loaded.">
      {({ items, total }) => (
        <>
          <ul>
            {items.map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </ul>
          {total > items.length && <p className="mt-2 text-sm text-ink-2">And {count(total - items.length, 'more device')}.</p>}
          {total > 1 && <OthersOut />}
        </>
      )}
    </Load>
  )
}

/** Ways of signing in. */
const METHODS: Record<NonNullable<DeviceSession['method']>, string> = {
  password: 'with the password',
  code: 'with the password and a code',
  recovery_code: 'with the password and a recovery code',
  passkey: 'with a passkey',
}

function Device({ device: { id, device, current, createdAt, lastSeenAt, method, network } }: { device: DeviceSession }) {
  const refresh = useRefreshAccount()
  const end = useMutation({
    mutationFn: () => api.account.endSession({ params: { id } }),
    onSuccess: () => toast.success(`${device} is signed out`),
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: refresh,
  })
  return (
    <li className="device">
      <div>
        <p>
          <b>{device}</b>
        </p>
        <p className="text-sm text-ink-2">
          Last used <time dateTime={lastSeenAt}>{instant(lastSeenAt)}</time>, signed in{' '}
          <time dateTime={createdAt}>{instant(createdAt)}</time>
          {method && ` ${METHODS[method]}`}
          {network && ` from network ${network}`}
        </p>
      </div>
      {current ? (
        <span className="status ok">This device</span>
      ) : (
        <BusyButton
          className="link-button"
          aria-label={`Sign out ${device}`}
          isBusy={end.isPending}
          busy="Signing out..."
          onPress={() => end.mutate()}
        >
          Sign out
        </BusyButton>
      )}
    </li>
  )
}

function OthersOut() {
  const refresh = useRefreshAccount()
  const end = useMutation({
    mutationFn: () => api.account.endOtherSessions(),
    onSuccess: ({ ended }) => toast.success(`${count(ended, 'device')} signed out`),
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: refresh,
  })
  return (
    <BusyButton className="button hollow mt-4" isBusy={end.isPending} busy="Signing out..." onPress={() => end.mutate()}>
      Sign out all other devices
    </BusyButton>
  )
}
