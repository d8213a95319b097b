import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminOrdersQuery } from '#app/features/orders/queries.ts'
import { figure } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { OrdersTable } from './orders/orders-table.tsx'

const LATEST = 5

export default function DashboardScreen() {
  const token = useToken((state) => state.token)
  const pending = useQuery(queryOf(adminOrdersQuery(token, { search: '', status: 'pending', sort: '-createdAt', page: 1 }, 1)))
  const latestOrders = adminOrdersQuery(token, { search: '', status: undefined, sort: '-createdAt', page: 1 }, LATEST)
  const latest = useQuery(queryOf(latestOrders))
  return (
    <>
      <h1>Application Dashboard</h1>
      <ul className="tiles">
        <li>
          <Link to="/admin/orders?status=pending" className="tile">
            <b>{pending.data ? figure(pending.data.total) : pending.isError ? '?' : '…'}</b>
            <span>Orders pending</span>
          </Link>
        </li>
        <li>
          <Link to="/admin/orders" className="tile">
            <b>{latest.data ? figure(latest.data.total) : latest.isError ? '?' : '…'}</b>
            <span>Orders in all</span>
          </Link>
        </li>
      </ul>
      <section aria-labelledby="latest" className="mt-8">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="latest" className="text-xl">
            Latest orders
          </h2>
          <Link to="/admin/orders" className="py-3">
            All orders
          </Link>
        </div>
        <Load read={latestOrders} failure="The orders could not be loaded.">
          {({ items, total }) =>
            total === 0 ? <p className="panel mt-3 p-6 text-ink-2">No orders yet.</p> : <OrdersTable orders={items} label="Latest orders" />
          }
        </Load>
      </section>
    </>
  )
}
