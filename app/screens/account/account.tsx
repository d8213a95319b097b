import { Link } from 'react-router'
import { useAccount } from '#app/features/accounts/profile/use-account.ts'
import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { OrderStatusWord } from '#app/features/orders/order-status.tsx'
import { orderOverviewQuery } from '#app/features/orders/queries.ts'
import { count, day, money } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { OrderOverview } from '#contract/orders/orders.ts'
import { isStaffRole, roleLabel } from '#domain/user.ts'
import { EmailState } from './account/email-state.tsx'
import { useIsBuyer } from './account/use-is-buyer.ts'

export const meta = () => pageMeta({ title: 'My Account', description: `Your account at ${getShop().name}.`, isPrivate: true })

export default function AccountScreen() {
  const { status, user } = useSession()
  if (status === 'loading') return <Waiting />
  if (user === null) return <AccessDenied />
  return <Account user={user} />
}

function Account({ user }: { user: SessionUser }) {
  const isBuyer = useIsBuyer(user.role)
  return (
    <div className="wrap py-8">
      <h1>My Account</h1>
      <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
        <div className="grid gap-6">
          <Information user={user} />
          {isBuyer && <Orders />}
        </div>
        <div className="grid gap-6">
          <Dashboards user={user} />
          <Actions user={user} isBuyer={isBuyer} />
        </div>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="wrap py-8">
      <h1>My Account</h1>
      <div className="mt-6 flex items-center gap-3">
        <span className="spinner needs-script" aria-hidden="true" /> <LoadingNote />
      </div>
    </div>
  )
}

/** Shown to visitors instead of a redirect. */
function AccessDenied() {
  return (
    <div className="wrap py-12">
      <div className="frame mx-auto max-w-form p-6 text-center md:p-10">
        <h1>Access Denied</h1>
        <p className="mt-3 mb-6 text-ink-2">Please log in to view your account.</p>
        <Link to="/login?from=%2Faccount" className="button">
          Sign In
        </Link>
      </div>
    </div>
  )
}

function Information({ user }: { user: SessionUser }) {
  const account = useAccount()
  return (
    <section aria-labelledby="information" className="frame p-6">
      <h2 id="information" className="text-xl">
        Account Information
      </h2>
      <dl className="pairs mt-4">
        <dt>Name</dt>
        <dd>
          <bdi>{user.name || user.email}</bdi>
        </dd>
        <dt>Email</dt>
        <dd className="break-all">{user.email}</dd>
        <dt>Role</dt>
        <dd>
          <span className="inline-block px-2.25 py-px rounded-box bg-blue-tint text-blue font-semibold">{roleLabel(user.role)}</span>
        </dd>
        <dt>Account Status</dt>
        <dd>
          <span className={`status ${user.status === 'Active' ? 'ok' : 'warn'}`}>{user.status}</span>
        </dd>
      </dl>
      <div className="mt-4">
        <EmailState user={account ?? { ...user, pendingEmail: null }} />
      </div>
      {user.businessId && (
        <p className="fold-t mt-5 pt-4">
          {user.businessName && (
            <b className="block">
              <bdi>{user.businessName}</bdi>
            </b>
          )}
          <span className="text-sm break-all text-ink-2">Associated with business ID: {user.businessId}</span>
        </p>
      )}
      <p className="fold-t mt-5 pt-4">
        <Link to="/account/security" className="text-link">
          Change name, email or password
        </Link>
      </p>
    </section>
  )
}

/** The last order, the amounts due and the open return windows, with the way to all orders. */
function Orders() {
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="orders" className="panel p-6">
      <h2 id="orders" className="text-xl">
        My Orders
      </h2>
      <Load read={orderOverviewQuery(token)} failure="Your orders could not be loaded.">
        {(overview) => <Overview overview={overview} />}
      </Load>
      <Link to="/account/orders" className="button hollow mt-4">
        My Orders
      </Link>
    </section>
  )
}

function Overview({ overview: { last, due, returns } }: { overview: OrderOverview }) {
  if (!last) return <p className="mt-2 text-ink-2">Your orders and their status appear here.</p>
  return (
    <dl className="pairs mt-4">
      <dt>Last order</dt>
      <dd className="flex flex-wrap gap-x-3">
        <span>
          <Link to={`/account/orders/${last.id}`}>{last.number}</Link>, {day(last.createdAt)}, {money(last.totalAmount, last.currency)}
        </span>
        <OrderStatusWord status={last.status} />
      </dd>
      {due.length > 0 && (
        <>
          <dt>Amount due</dt>
          <dd>
            {due.map(({ currency, amount, orderCount, dueOn }) => (
              <p key={currency}>
                <b className="price">{money(amount, currency)}</b> for{' '}
                <Link to="/account/orders?show=unpaid">{count(orderCount, 'order')}</Link>, due by {day(dueOn)}
              </p>
            ))}
          </dd>
        </>
      )}
      {returns.length > 0 && (
        <>
          <dt>Returns</dt>
          <dd>
            {returns.map(({ orderId, number, until }) => (
              <p key={orderId}>
                <Link to={`/account/orders/${orderId}`}>{number}</Link> until {day(until)}
              </p>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function Dashboards({ user }: { user: SessionUser }) {
  const links = dashboardLinks(user.role)
  if (links.length === 0) return null
  return (
    <section aria-labelledby="dashboards" className="panel p-6">
      <h2 id="dashboards" className="text-xl">
        Dashboard Access
      </h2>
      <ul className="mt-4 flex flex-wrap gap-3">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="button hollow">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ user, isBuyer }: { user: SessionUser; isBuyer: boolean }) {
  return (
    <section aria-labelledby="actions" className="panel p-6">
      <h2 id="actions" className="text-xl">
        Account Actions
      </h2>
      {user.role === 'business_admin' && (
        <Link to="/business/profile" className="button hollow mt-4">
          Edit Business Profile
        </Link>
      )}
      <ul className="mt-3">
        {isBuyer && (
          <li>
            <Link to="/account/addresses" className="text-link">
              Saved addresses
            </Link>
          </li>
        )}
        <li>
          <Link to="/account/security" className="text-link">
            Password and devices
          </Link>
        </li>
        <li>
          <Link to="/account/notifications/choices" className="text-link">
            Email notifications
          </Link>
        </li>
        <li>
          <Link to="/account/privacy" className="text-link">
            Download or delete your data
          </Link>
        </li>
      </ul>
      {isStaffRole(user.role) && (
        <p className="mt-3 text-ink-2">
          Accounts and roles are managed under <Link to="/admin/users">Users</Link>.
        </p>
      )}
      <p className="mt-3 text-ink-2">
        Need to update your account information? <Link to="/contact">Contact support</Link> for assistance.
      </p>
    </section>
  )
}
