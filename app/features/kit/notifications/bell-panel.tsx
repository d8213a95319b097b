import { Link } from 'react-router'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { NoticeLink } from './notice-link.tsx'
import { LATEST, notificationsQuery } from './queries.ts'
import { useMarkRead } from './use-mark-read.ts'

export interface PanelProps {
  onClose: () => void
  unread: number
}

/** Panel of the bell with the latest notifications, each linked to its subject. */
export function BellPanel({ onClose, unread }: PanelProps) {
  const token = useToken((state) => state.token)
  const markRead = useMarkRead()
  return (
    <>
      <div className="bell-head">
        <p>Notifications</p>
        {unread > 0 && (
          <button type="button" onClick={() => void markRead({ all: true })}>
            Mark all as read
          </button>
        )}
      </div>
      <div className="bell-list">
        <Load
          read={notificationsQuery(token, { page: 1, unreadOnly: false, limit: LATEST })}
          failure="Your notifications could not be loaded."
        >
          {({ items }) =>
            items.length === 0 ? (
              <p className="bell-note">Nothing yet. Orders and what else concerns you appear here.</p>
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
      <Link to="/account/notifications" className="bell-all" onClick={onClose}>
        All notifications
      </Link>
    </>
  )
}
