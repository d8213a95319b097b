import { useMutation, useQuery } from '@tanstack/react-query'
import { api, messageOf } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import { toast } from '#app/ui/toast.ts'
import type { DeviceSession } from '#contract/account.ts'
import { devicesQuery } from './queries.ts'
import { useRefreshAccount } from './use-account.ts'

const FAILED = 'This device could not be signed out. Please try again.'

/** The devices that are signed in, and how to sign them out. */
export function Devices() {
  const token = useToken((state) => state.token)
  const devices = useQuery(queryOf(devicesQuery(token)))
  if (devices.isPending) return <div role="status" className="skeleton h-32" aria-label="Loading..." />
  if (devices.isError) {
    return (
      <div>
        <p role="alert" className="notice bad mb-4">
          {messageOf(devices.error, 'Your devices could not be loaded.')}
        </p>
        <button type="button" className="button hollow" onClick={() => void devices.refetch()}>
          Try again
        </button>
      </div>
    )
  }
  const { items, total } = devices.data
  return (
    <div>
      <ul>
        {items.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      {total > items.length && <p className="mt-2 text-sm text-ink-2">And {count(total - items.length, 'more device')}.</p>}
      {total > 1 && <OthersOut />}
    </div>
  )
}

function Device({ device: { id, device, current, createdAt, lastSeenAt } }: { device: DeviceSession }) {
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
        </p>
      </div>
      {current ? (
        <span className="status ok">This device</span>
      ) : (
        <button
          type="button"
          className="link-button"
          aria-label={`Sign out ${device}`}
          aria-disabled={end.isPending || undefined}
          onClick={() => {
            if (!end.isPending) end.mutate()
          }}
        >
          {end.isPending ? 'Signing out...' : 'Sign out'}
        </button>
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
    <button
      type="button"
      className="button hollow mt-4"
      aria-disabled={end.isPending || undefined}
      onClick={() => {
        if (!end.isPending) end.mutate()
      }}
    >
      {end.isPending ? 'Signing out...' : 'Sign out all other devices'}
    </button>
  )
}
