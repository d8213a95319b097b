import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { DutiesPanel } from '#app/features/accounts/users/edit-duties.tsx'
import { PaymentTerms } from '#app/features/accounts/users/edit-terms.tsx'
import { EditUser } from '#app/features/accounts/users/edit-user.tsx'
import { customerQuery } from '#app/features/accounts/users/queries.ts'
import { UserBusiness, UserStatusWord } from '#app/features/accounts/users/user-words.tsx'
import { MessageState, TOPIC_LABELS } from '#app/features/contact/messages/message-state.tsx'
import { ReturnState } from '#app/features/fulfillment/returns/return-state.tsx'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { StaffNotes } from '#app/features/orders/staff-notes.tsx'
import { queryOf } from '#app/lib/api.ts'
import { day, figure, instant, money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Customer } from '#contract/accounts/customers.ts'
import { mayAct } from '#domain/permissions.ts'
import { truncateAtWord } from '#domain/text.ts'
import { isErasedEmail, roleLabel } from '#domain/user.ts'
import { checkTouch } from '#domain/user-rules.ts'
import { OrdersTable } from './orders-table.tsx'

export const meta = () => [{ title: `User | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

/** A user as a customer: orders, returns, messages, notes and consent. */
export default function CustomerScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(customerQuery(token, id)))
  return (
    <>
      <BackLink records="users" usual="/admin/users">
        Users
      </BackLink>
      {!data && <h1>User</h1>}
      <Load read={customerQuery(token, id)} failure="The user could not be loaded.">
        {(customer) => <Shown key={id} customer={customer} />}
      </Load>
    </>
  )
}

function Shown({ customer }: { customer: Customer }) {
  const { user, figures, orders, returns, messages } = customer
  return (
    <>
      <title>{`${user.name || user.email} | ${getShop().name}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="wrap-anywhere">
          <bdi>{user.name || user.email}</bdi>
        </h1>
        <EditButton customer={customer} />
      </div>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-5">
        <UserStatusWord status={user.status} />
        <span>{roleLabel(user.role)}</span>
        <a href={`mailto:${user.email}`} className="break-all">
          {user.email}
        </a>
        <span className="text-ink-2">{user.emailVerified ? 'Email confirmed' : 'Email not confirmed'}</span>
        <span className="text-ink-2">Since {day(user.createdAt)}</span>
        {user.role === 'business_admin' && <UserBusiness user={user} />}
      </p>
      <Tiles
        tiles={[
          { value: figure(figures.orderCount), label: 'Orders' },
          { value: money(figures.orderedUSD, 'USD'), label: 'Ordered, not canceled' },
          { value: figure(figures.returnCount), label: 'Returns' },
          { value: figures.lastOrderAt ? day(figures.lastOrderAt) : 'None', label: 'Last order' },
        ]}
      />
      <TermsPanel customer={customer} />
      <DutiesPanel user={user} />
      <section aria-labelledby="orders" className="mt-8">
        <h2 id="orders" className="mb-3 text-xl">
          Orders
        </h2>
        {orders.length === 0 ? <Nothing text="No orders." /> : <OrdersTable orders={orders} label="Orders" />}
        {figures.orderCount > orders.length && (
          <p className="mt-2">
            <Link to={`/admin/orders?search=${encodeURIComponent(user.signInEmail)}`} className="inline-flex min-h-11 items-center">
              All {figure(figures.orderCount)} orders
            </Link>
          </p>
        )}
      </section>
      <section aria-labelledby="returns" className="mt-8">
        <h2 id="returns" className="text-xl">
          Returns
        </h2>
        {returns.length === 0 ? (
          <Nothing text="No returns." />
        ) : (
          <RowTable className="mt-3" label="Returns" columns={RETURNS} rows={returns} keyOf={({ id }) => id} />
        )}
      </section>
      <section aria-labelledby="messages" className="mt-8">
        <h2 id="messages" className="text-xl">
          Messages
        </h2>
        {messages.length === 0 ? (
          <Nothing text="No messages." />
        ) : (
          <RowTable className="mt-3" label="Messages" columns={MESSAGES} rows={messages} keyOf={({ id }) => id} />
        )}
      </section>
      <StaffNotes id={user.id} about="customer" />
      <Consents consents={customer.consents} />
    </>
  )
}

const Nothing = ({ text }: { text: string }) => <p className="panel mt-3 p-5 text-ink-2">{text}</p>

const RETURNS: readonly Column<Customer['returns'][number]>[] = [
  { title: 'Return', cell: ({ number }) => number },
  { title: 'Order', cell: ({ orderId, orderNumber }) => <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link> },
  { title: 'Seller', cell: ({ businessName }) => businessName },
  { title: 'Status', cell: ({ status, exchange }) => <ReturnState status={status} isExchanged={exchange !== null} /> },
  { title: 'Value', isAmount: true, cell: ({ amount, currency }) => money(amount, currency) },
]

const MAX_EXCERPT = 100

const MESSAGES: readonly Column<Customer['messages'][number]>[] = [
  { title: 'Reference', cell: ({ id, reference }) => <Link to={`/admin/messages/${id}`}>{reference}</Link> },
  { title: 'Topic', cell: ({ topic }) => TOPIC_LABELS[topic] },
  { title: 'Message', cell: ({ message }) => <span className="wrap-anywhere">{truncateAtWord(message, MAX_EXCERPT)}</span> },
  { title: 'Status', cell: ({ status }) => <MessageState status={status} /> },
  { title: 'Received', cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time> },
]

/** Payment terms, which the reader may change where the user may be edited. */
function TermsPanel({ customer }: { customer: Customer }) {
  const me = usePageUser()
  const { user } = customer
  return (
    <PaymentTerms
      customer={customer}
      mayEdit={me !== null && mayAct(me, 'people.write') && !isErasedEmail(user.email) && !checkTouch(me, user)}
    />
  )
}

/** Edits the user, where the reader may. */
function EditButton({ customer: { user } }: { customer: Customer }) {
  const me = usePageUser()
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isOpen, setOpen] = useState(false)
  if (!me || !mayAct(me, 'people.write') || isErasedEmail(user.email) || checkTouch(me, user)) return null
  return (
    <>
      <button type="button" className="button hollow" onClick={() => setOpen(true)}>
        Edit user
      </button>
      {isOpen && (
        <EditUser
          user={user}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            void client.invalidateQueries({ queryKey: officeKey(token) })
          }}
        />
      )}
    </>
  )
}

/** Newsletter subscriptions with the text that was agreed to. */
function Consents({ consents }: { consents: Customer['consents'] }) {
  return (
    <section aria-labelledby="consent" className="mt-8">
      <h2 id="consent" className="text-xl">
        Consent
      </h2>
      {consents.length === 0 && <Nothing text="No newsletter subscription." />}
      {consents.map(({ status, consentText, createdAt, confirmedAt, unsubscribedAt }) => (
        <div key={createdAt} className="panel mt-3 p-5">
          <p className="font-medium">Newsletter: {status}</p>
          <p className="mt-1 max-w-text wrap-anywhere">“{consentText}”</p>
          <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-2">
            <span>Requested {instant(createdAt)}</span>
            {confirmedAt && <span>Confirmed {instant(confirmedAt)}</span>}
            {unsubscribedAt && <span>Unsubscribed {instant(unsubscribedAt)}</span>}
          </p>
        </div>
      ))}
    </section>
  )
}
