import { Link, useSearchParams } from 'react-router'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { OrderStatusWord } from '#app/features/orders/order-status.tsx'
import { OWN_PAGE, ownOrdersQuery } from '#app/features/orders/queries.ts'
import { pageOf } from '#app/lib/address.ts'
import { count, instant, money } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { OrderSummary } from '#contract/orders/orders.ts'
import { PAYMENT_STATUS_LABELS } from '#domain/order.ts'

export const meta = () => pageMeta({ title: 'My Orders', description: `Your orders at ${getShop().name}.`, isPrivate: true })

export default function OrdersScreen() {
  return <Guard>{() => <Orders />}</Guard>
}

function Orders() {
  const [search] = useSearchParams()
  const page = pageOf(search.get('page'))
  const token = useToken((state) => state.token)
  return (
    <div className="wrap py-8">
      <Link to="/account" className="back-link">
        My Account
      </Link>
      <h1>My Orders</h1>
      <Load read={ownOrdersQuery(token, page)} failure="Your orders could not be loaded.">
        {({ items, total }) =>
          total === 0 ? (
            <NoOrders />
          ) : (
            <>
              <p className="mt-1 text-ink-2">{count(total, 'order')}</p>
              <ul className="frame mt-6">
                {items.map((order) => (
                  <OrderRow key={order.id} order={order} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(total / OWN_PAGE)} hrefOf={(number) => `/account/orders?page=${number}`} />
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
      <OrderStatusWord status={order.status} />
      <p className="price text-right max-[48rem]:col-2 max-[48rem]:text-left">{money(order.totalAmount, order.currency)}</p>
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
