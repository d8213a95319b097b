import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Thumbnail } from '#app/features/cart/thumbnail.tsx'
import { OrderStatusWord } from '#app/features/orders/order-status.tsx'
import { pageOf } from '#app/features/orders/page-of.ts'
import { OWN_PAGE, ownOrdersQuery } from '#app/features/orders/queries.ts'
import { Pagination } from '#app/features/products/pagination.tsx'
import { Guard } from '#app/features/session/guard.tsx'
import { messageOf } from '#app/lib/api.ts'
import { count, instant, money } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useToken } from '#app/lib/token.ts'
import type { OrderSummary } from '#contract/orders.ts'

export const meta = () => pageMeta({ title: 'My Orders', description: 'Your orders at Reflute.', isPrivate: true })

export default function OrdersScreen() {
  return <Guard>{() => <Orders />}</Guard>
}

function Orders() {
  const [search] = useSearchParams()
  const page = pageOf(search.get('page'))
  const token = useToken((state) => state.token)
  const orders = useQuery({ ...queryOf(ownOrdersQuery(token, page)), placeholderData: keepPreviousData })
  return (
    <div className="wrap py-8">
      <Link to="/account" className="back-link">
        My Account
      </Link>
      <h1>My Orders</h1>
      {orders.isPending && (
        <div role="status" className="mt-6">
          <span className="text-ink-2">Loading...</span>
          <div className="skeleton mt-4 h-60" />
        </div>
      )}
      {orders.isError && (
        <>
          <p role="alert" className="notice bad my-6">
            {messageOf(orders.error, 'Your orders could not be loaded.')}
          </p>
          <button type="button" className="button" onClick={() => void orders.refetch()}>
            Try again
          </button>
        </>
      )}
      {orders.data?.total === 0 && <NoOrders />}
      {orders.data && orders.data.total > 0 && (
        <>
          <p className="mt-1 text-ink-2">{count(orders.data.total, 'order')}</p>
          <ul className="frame mt-6">
            {orders.data.items.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
          <Pagination page={page} pages={Math.ceil(orders.data.total / OWN_PAGE)} hrefOf={(number) => `/account/orders?page=${number}`} />
        </>
      )}
    </div>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const [first, ...others] = order.items
  return (
    <li className="own-order">
      <Thumbnail image={first?.image ?? ''} />
      <div className="min-w-0">
        <h2>
          <Link to={`/account/orders/${order.id}`}>{order.number}</Link>
        </h2>
        <p className="text-sm text-ink-2">
          {first?.name}
          {others.length > 0 && ` and ${count(others.length, 'other product')}`}
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={order.createdAt}>{instant(order.createdAt)}</time>
        </p>
      </div>
      <OrderStatusWord status={order.status} />
      <p className="price">{money(order.totalAmount, order.currency)}</p>
    </li>
  )
}

function NoOrders() {
  return (
    <div className="frame mt-6 grid items-stretch md:grid-cols-2">
      <div className="flex flex-col items-start justify-center gap-4 p-6 md:p-10">
        <h2>No orders yet</h2>
        <p className="text-ink-2">What you order appears here, with where it is.</p>
        <Link to="/products" className="button">
          Continue Shopping
        </Link>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="joined-drawing" />
    </div>
  )
}
