import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const NAME = 'reflute-office'

/** Reads again what a write may have changed: in this tab, and in every other one of this browser that shows the back office. */
export async function refreshTabs(client: QueryClient): Promise<void> {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(NAME)
    channel.postMessage('changed')
    channel.close()
  }
  await client.invalidateQueries()
}

const DASHBOARD = '/business/dashboard'

/**
 * Leaves for the dashboard without the question of unsaved forms: they are stored as drafts of their business, and who stayed would send
 * them to the other.
 */
function leave(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  location.assign(DASHBOARD)
}

/**
 * Opens the dashboard of the business that the session is about from now on, here and in the other tabs: what they show is of the one
 * before.
 */
export function openBusiness(): void {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(NAME)
    channel.postMessage('switched')
    channel.close()
  }
  leave()
}

/** Reads again what is shown when another tab has changed something. */
export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === 'switched') leave()
      else void client.invalidateQueries()
    }
    return () => channel.close()
  }, [client])
}
