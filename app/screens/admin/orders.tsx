import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ADMIN_PAGE, type AdminOrdersFilter, adminOrdersQuery } from '#app/features/orders/queries.ts'
import { pageOf, plainText } from '#app/lib/address.ts'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { ORDER_SORTS, ORDER_STATUS_LABELS, ORDER_STATUSES } from '#domain/order.ts'
import { OrdersTable } from './orders/orders-table.tsx'

const NEWEST = '-createdAt'
const SORT_LABELS: Record<(typeof ORDER_SORTS)[number], string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-totalAmount': 'Highest total',
  totalAmount: 'Lowest total',
  status: 'Status',
  customer: 'Customer',
  '-customer': 'Customer, from Z',
}

/** What the address asks for; what it cannot mean is left out. */
function filterOf(search: URLSearchParams): AdminOrdersFilter {
  return {
    search: plainText(search.get('search'), 200),
    status: ORDER_STATUSES.find((status) => status === search.get('status')),
    sort: ORDER_SORTS.find((sort) => sort === search.get('sort')) ?? NEWEST,
    page: pageOf(search.get('page')),
  }
}

function addressOf({ search, status, sort, page }: AdminOrdersFilter): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status) query.set('status', status)
  if (sort !== NEWEST) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/admin/orders?${query}` : '/admin/orders'
}

export default function OrdersScreen() {
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const token = useToken((state) => state.token)
  const first = (filter.page - 1) * ADMIN_PAGE + 1
  return (
    <>
      <h1>Orders</h1>
      <FilterBar key={filter.search} filter={filter} />
      <Load read={adminOrdersQuery(token, filter)} failure="The orders could not be loaded.">
        {({ items, total }) => (
          <>
            {items.length > 0 && <OrdersTable orders={items} label="Orders" />}
            <p role="status" className={items.length > 0 ? 'mt-3 text-ink-2' : 'panel p-6'}>
              {items.length > 0 ? `${first} to ${first + items.length - 1} of ${figure(total)}` : 'No orders found matching your criteria.'}
            </p>
            <Pagination page={filter.page} pages={Math.ceil(total / ADMIN_PAGE)} hrefOf={(page) => addressOf({ ...filter, page })} />
          </>
        )}
      </Load>
    </>
  )
}

/** Search, status and sort: the state of the list is its address. */
function FilterBar({ filter }: { filter: AdminOrdersFilter }) {
  const [, setParams] = useSearchParams()
  const [typed, setTyped] = useState(filter.search)
  const go = (change: Partial<AdminOrdersFilter>) => {
    const address = addressOf({ ...filter, search: typed.trim(), page: 1, ...change })
    setParams(new URLSearchParams(address.split('?')[1]))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({})
  }
  const isFiltered = filter.search !== '' || filter.status !== undefined
  return (
    <form role="search" aria-label="Orders" onSubmit={submit} className="filter-bar">
      <input
        type="search"
        className="input"
        aria-label="Search orders"
        placeholder="Number, id, customer or email"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="button small">
        Search
      </button>
      <select
        className="input"
        aria-label="Status"
        value={filter.status ?? ''}
        onChange={(event) => go({ status: ORDER_STATUSES.find((status) => status === event.target.value) })}
      >
        <option value="">All statuses</option>
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {ORDER_STATUS_LABELS[status]}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Sort by"
        value={filter.sort}
        onChange={(event) => go({ sort: ORDER_SORTS.find((sort) => sort === event.target.value) ?? NEWEST })}
      >
        {ORDER_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      {isFiltered && (
        <button type="button" className="link-button" onClick={() => setParams(new URLSearchParams())}>
          Clear
        </button>
      )}
    </form>
  )
}
