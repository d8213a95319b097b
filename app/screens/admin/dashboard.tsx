import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminOrdersQuery } from '#app/features/orders/queries.ts'
import { messageOf } from '#app/lib/api.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import { OrdersTable } from './orders/orders-table.tsx'

const LATEST = 5

export default function DashboardScreen() {
  const token = useToken((state) => state.token)
  const pending = useQuery(queryOf(adminOrdersQuery(token, { search: '', status: 'pending', sort: '-createdAt', page: 1 }, 1)))
  const latest = useQuery(queryOf(adminOrdersQuery(token, { search: '', status: undefined, sort: '-createdAt', page: 1 }, LATEST)))
  return (
    <>
      <h1>Application Dashboard</h1>
      <ul className="tiles">
        <li>
          <Link to="/admin/orders?status=pending" className="tile">
            <b>{pending.data ? pending.data.total.toLocaleString('en-US') : pending.isError ? '?' : '…'}</b>
            <span>Orders pending</span>
          </Link>
        </li>
        <li>
          <Link to="/admin/orders" className="tile">
            <b>{latest.data ? latest.data.total.toLocaleString('en-US') : latest.isError ? '?' : '…'}</b>
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
        {latest.isPending && <p role="status">Loading...</p>}
        {latest.isError && (
          <>
            <p role="alert" className="notice bad my-3">
              {messageOf(latest.error, 'The orders could not be loaded.')}
            </p>
            <button type="button" className="button small" onClick={() => void latest.refetch()}>
              Try again
            </button>
          </>
        )}
        {latest.data &&
          (latest.data.total === 0 ? (
            <p className="panel mt-3 p-6 text-ink-2">No orders yet.</p>
          ) : (
            <OrdersTable orders={latest.data.items} label="Latest orders" />
          ))}
      </section>
    </>
  )
}
