import { Link, useSearchParams } from 'react-router'
import { NoticeLink } from '#app/features/kit/notifications/notice-link.tsx'
import { appearsHere, notificationsQuery, PAGE } from '#app/features/kit/notifications/queries.ts'
import { useMarkRead } from '#app/features/kit/notifications/use-mark-read.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { pageOf } from '#app/lib/address.ts'
import { count } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useToken } from '#app/lib/token.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Notification } from '#contract/platform/notifications.ts'

export const meta = () => pageMeta({ title: 'Notifications', description: 'Your news of the last 90 days.', isPrivate: true })

export default function NotificationsScreen() {
  return <Guard>{() => <Notifications />}</Guard>
}

const hrefOf = (unreadOnly: boolean, page = 1) => {
  const search = new URLSearchParams({ ...(unreadOnly && { unread: '1' }), ...(page > 1 && { page: String(page) }) }).toString()
  return `/account/notifications${search && `?${search}`}`
}

function Notifications() {
  const [search] = useSearchParams()
  const token = useToken((state) => state.token)
  const unreadOnly = search.get('unread') === '1'
  const page = pageOf(search.get('page'))
  return (
    <div className="wrap py-8">
      <h1>Notifications</h1>
      <p className="mt-1 text-ink-2">
        Everything from the last 90 days. <Link to="/account/notifications/choices">Choose what we email you</Link>
      </p>
      <div className="mt-6">
        <ChoiceNav
          label="Filter notifications"
          choices={[
            { label: 'All', to: hrefOf(false), isChosen: !unreadOnly },
            { label: 'Unread', to: hrefOf(true), isChosen: unreadOnly },
          ]}
        />
      </div>
      <Load read={notificationsQuery(token, { page, unreadOnly, limit: PAGE })} failure="Your notifications could not be loaded.">
        {({ items, total }) =>
          total === 0 ? (
            <div className="mt-4">
              <Nothing unreadOnly={unreadOnly} />
            </div>
          ) : (
            <List items={items} total={total} page={page} unreadOnly={unreadOnly} />
          )
        }
      </Load>
    </div>
  )
}

function List({ items, total, page, unreadOnly }: { items: readonly Notification[]; total: number; page: number; unreadOnly: boolean }) {
  const markRead = useMarkRead()
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{count(total, unreadOnly ? 'unread notification' : 'notification')}</p>
        {items.some(({ readAt }) => readAt === null) && (
          <button type="button" className="button hollow" onClick={() => void markRead({ all: true })}>
            Mark all as read
          </button>
        )}
      </div>
      <ul className="frame told-list mt-4">
        {items.map((notice) => (
          <li key={notice.id}>
            <NoticeLink notice={notice} onFollow={() => notice.readAt === null && void markRead({ ids: [notice.id] })} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={Math.ceil(total / PAGE)} hrefOf={(number) => hrefOf(unreadOnly, number)} />
    </>
  )
}

function Nothing({ unreadOnly }: { unreadOnly: boolean }) {
  const text = appearsHere(usePageUser()?.role)
  return unreadOnly ? (
    <ListEmpty title="You're all caught up" text="You have no unread notifications." clear={{ href: hrefOf(false), label: 'Show all' }} />
  ) : (
    <ListEmpty title="No notifications yet" text={text} />
  )
}
