import { Link } from 'react-router'
import { instant } from '#app/lib/format.ts'
import type { Notification } from '#contract/platform/notifications.ts'
import { ago } from './ago.ts'

/** One notification: its whole area leads to what it is about. Unread ones have a mark and say so. */
export function NoticeLink({ notice, onFollow }: { notice: Notification; onFollow: () => void }) {
  const { title, text, path, createdAt, readAt } = notice
  return (
    <Link to={path} className="told" data-unread={readAt === null || undefined} onClick={onFollow} onAuxClick={onFollow}>
      <span className="told-title">
        {readAt === null && <span className="visually-hidden">Unread: </span>}
        <bdi>{title}</bdi>
      </span>
      {text && (
        <span className="told-text text-ink-2">
          <bdi>{text}</bdi>
        </span>
      )}
      <time dateTime={createdAt} title={instant(createdAt)} className="told-time">
        {ago(createdAt)}
      </time>
    </Link>
  )
}
