import { Link, useSearchParams } from 'react-router'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { ShippedStatus } from '#app/features/orders/order-status.tsx'
import { OWN_FILTERS, OWN_PAGE, type OwnFilter, ownOrdersQuery } from '#app/features/orders/queries.ts'
import { pageOf } from '#app/lib/address.ts'
import { count, instant, money } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { OrderSummary } from '#contract/orders/orders.ts'
import { PAYMENT_STATUS_LABELS } from '#domain/order.ts'
import { isStaffRole } from '#domain/user.ts'

export const meta = () => pageMeta({ title: 'My Orders', description: `Your orders at ${getShop().name}.`, isPrivate: true })

export default function OrdersScreen() {
  return <Guard>{() => <Orders />}</Guard>
}

const FILTERS = Object.keys(OWN_FILTERS) as OwnFilter[]

/** Address of the list. */
function hrefOf({ search, filter, page = 1 }: { search: string; filter: OwnFilter | null; page?: number }): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(filter && { show: filter }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? '/account/orders' : `/account/orders?${query}`
}

function Orders() {
  const [address] = useSearchParams()
  const page = pageOf(address.get('page'))
  const search = address.get('search') ?? ''
  const filter = FILTERS.find((name) => name === address.get('show')) ?? null
  const token = useToken((state) => state.token)
  const isNarrowed = search !== '' || filter !== null
  return (
    <div className="wrap py-8">
      <Link to="/account" className="back-link">
        My Account
      </Link>
      <h1>My Orders</h1>
      <Load read={ownOrdersQuery(token, page, { search, filter })} failure="Your orders could not be loaded.">
        {({ items, total }) =>
          total === 0 && !isNarrowed ? (
            <NoOrders />
          ) : (
            <>
              <div className="mt-4 flex flex-wrap items-center gap-3">
                <SearchBox
                  search={search}
                  label="Search your orders"
                  placeholder="Number, product or PO number"
                  action="/account/orders"
                  hrefOf={(typed) => hrefOf({ search: typed, filter })}
                />
                <ChoiceNav
                  label="Show"
                  choices={[
                    { label: 'All', to: hrefOf({ search, filter: null }), isChosen: filter === null },
                    ...FILTERS.map((name) => ({
                      label: OWN_FILTERS[name].label,
                      to: hrefOf({ search, filter: name }),
                      isChosen: filter === name,
                    })),
                  ]}
                />
              </div>
              <p role="status" className="mt-3 text-ink-2">
                {count(total, 'order')}
              </p>
              {total === 0 && <ListEmpty title="No orders match." clear={{ href: '/account/orders', label: 'Show all orders' }} />}
              <ul className="frame mt-4 empty:hidden">
                {items.map((order) => (
                  <OrderRow key={order.id} order={order} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(total / OWN_PAGE)} hrefOf={(number) => hrefOf({ search, filter, page: number })} />
            </>
          )
        }
      </Load>
    </div>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const [first, ...others] = order.items
  return (
    <li className="own-order">
      <Thumbnail className="max-[48rem]:w-18" image={first?.image ?? ''} />
      <div className="min-w-0">
        <h2 className="font-text font-semibold text-[1.05rem] leading-[1.4] tracking-[0] normal-nums wrap-anywhere">
          <Link to={`/account/orders/${order.id}`}>{order.number}</Link>
        </h2>
        <p className="text-sm text-ink-2">
          <bdi>{first?.name}</bdi>
          {others.length > 0 && ` and ${count(others.length, 'other product')}`}
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
          {order.status !== 'cancelled' &&
            order.paymentStatus !== 'paid' &&
            `, ${PAYMENT_STATUS_LABELS[order.paymentStatus].toLowerCase()}`}
        </p>
      </div>
      <ShippedStatus status={order.status} counts={order} />
      <p className="price text-right max-[48rem]:col-2 max-[48rem]:text-left">{money(order.totalAmount, order.currency)}</p>
    </li>
  )
}

function NoOrders() {
  const isStaff = isStaffRole(usePageUser()?.role)
  return (
    <div className="frame mt-6 grid items-stretch md:grid-cols-2">
      <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-10">
        <h2>No orders yet</h2>
        <p className="text-ink-2">
          {isStaff
            ? "Only orders that you place with this account appear here. Customers' orders are in the back office."
            : 'Your orders and their status appear here.'}
        </p>
        <Link to={isStaff ? '/admin/orders' : '/products'} className="button">
          {isStaff ? "Customers' orders" : 'Continue Shopping'}
        </Link>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="joined-drawing" />
    </div>
  )
}
