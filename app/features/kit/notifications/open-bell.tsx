import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { Queries } from '#app/lib/queries.tsx'
import { useToken } from '#app/lib/token.ts'
import { useDisclosure } from '#app/lib/use-disclosure.ts'
import { BellIcon } from '#app/ui/icons.tsx'
import type { PanelProps } from './bell-panel.tsx'
import { unreadQuery } from './queries.ts'

const LOOK_MS = 60_000
const MOST_SHOWN = 9

const loadPanel = async (): Promise<ComponentType<PanelProps>> => (await import('./bell-panel.tsx')).BellPanel

/** Reads the number of unread notifications once a minute while the page is visible, and when it becomes visible again. */
function useUnread(): number | undefined {
  const token = useToken((state) => state.token)
  const { data, refetch } = useQuery({ ...queryOf(unreadQuery(token)), refetchInterval: LOOK_MS, refetchOnWindowFocus: true, retry: false })
  useEffect(() => {
    const ask = () => void refetch({ cancelRefetch: false })
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [refetch])
  return data?.count
}

/** Returns the announcement for screen readers when the unread count grows; nothing for the initial count. */
function useAnnouncement(unread: number | undefined): string {
  const previous = useRef(unread)
  const [words, setWords] = useState('')
  useEffect(() => {
    const before = previous.current
    if (unread === undefined) return
    if (before !== undefined && unread !== before) setWords(unread > before ? count(unread, 'unread notification') : '')
    previous.current = unread
  }, [unread])
  return words
}

/** The bell itself, for somebody who is signed in. */
export default function OpenBell() {
  return (
    <Queries>
      <BellAndPanel />
    </Queries>
  )
}

function BellAndPanel() {
  const unread = useUnread()
  const shown = unread !== undefined && unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread ?? 0)
  const announcement = useAnnouncement(unread)
  const { isOpen, close, root, button } = useDisclosure()
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null)
  const navigate = useNavigate()
  const id = useId()
  useEffect(() => {
    if (!isOpen || Panel) return
    let isWanted = true
    loadPanel().then(
      (loaded) => isWanted && setPanel(() => loaded),
      () => isWanted && void navigate('/account/notifications'),
    )
    return () => {
      isWanted = false
    }
  }, [isOpen, Panel, navigate])
  const preload = () => void loadPanel().catch(() => null)
  return (
    <div className="bell" {...root}>
      <button
        type="button"
        className="icon-button relative"
        aria-label={unread ? `Notifications, ${shown} unread` : 'Notifications'}
        aria-controls={id}
        onPointerEnter={preload}
        onFocus={preload}
        {...button}
      >
        <BellIcon />
        {unread !== undefined && unread > 0 && (
          <span className="cart-badge forced-highlight" aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      <div id={id} className="bell-panel" data-menu hidden={!isOpen}>
        {isOpen && (Panel ? <Panel onClose={close} unread={unread ?? 0} /> : <p className="px-4 py-5 text-ink-2">Loading...</p>)}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </div>
  )
}
