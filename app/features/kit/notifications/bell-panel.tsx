import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { NoticeLink } from './notice-link.tsx'
import { appearsHere, LATEST, notificationsQuery } from './queries.ts'
import { useMarkRead } from './use-mark-read.ts'

export interface PanelProps {
  onClose: () => void
  unread: number
}

/** Panel of the bell with the latest notifications, each linked to its subject. */
export function BellPanel({ onClose, unread }: PanelProps) {
  const token = useToken((state) => state.token)
  const markRead = useMarkRead()
  const { user } = useSession()
  return (
    <>
      <div className="flex items-center justify-between gap-3 min-h-12 pl-4 fold-b">
        <p className="font-strong">Notifications</p>
        {unread > 0 && (
          <button
            className="min-h-11 px-4 text-blue font-medium underline hover:text-blue-hover"
            type="button"
            onClick={() => void markRead({ all: true })}
          >
            Mark all as read
          </button>
        )}
      </div>
      <div className="bell-list min-h-0 overflow-y-auto overscroll-contain">
        <Load
          read={notificationsQuery(token, { page: 1, unreadOnly: false, limit: LATEST })}
          failure="Your notifications could not be loaded."
        >
          {({ items }) =>
            items.length === 0 ? (
              <p className="px-4 py-5 text-ink-2">No notifications yet. {appearsHere(user?.role)}</p>
            ) : (
              <ul>
                {items.map((notice) => (
                  <li key={notice.id}>
                    <NoticeLink
                      notice={notice}
                      onFollow={() => {
                        if (notice.readAt === null) void markRead({ ids: [notice.id] })
                        onClose()
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Load>
      </div>
      <p className="grid grid-cols-2 border-t-2 border-ink">
        <FootLink to="/account/notifications" onClose={onClose}>
          All notifications
        </FootLink>
        <FootLink to="/account/notifications/choices" onClose={onClose}>
          Email settings
        </FootLink>
      </p>
    </>
  )
}

function FootLink({ to, onClose, children }: { to: string; onClose: () => void; children: ReactNode }) {
  return (
    <Link to={to} className="flex items-center justify-center min-h-12 font-medium hover:bg-blue-tint" onClick={onClose}>
      {children}
    </Link>
  )
}
