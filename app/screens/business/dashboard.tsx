import { Link, useSearchParams } from 'react-router'
import { ownProductsQuery, ownProfileQuery, ownStatsQuery } from '#app/features/applications/queries.ts'
import { Tiles } from '#app/features/back-office/tiles.tsx'
import { Views } from '#app/features/back-office/views.tsx'
import { pageOf } from '#app/lib/address.ts'
import { figure, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { BusinessStats } from '#contract/business.ts'
import { Standing } from './dashboard/notice.tsx'
import { InventoryTable, ProductsTable } from './dashboard/products-table.tsx'

const TABS = ['overview', 'products', 'featured', 'inventory', 'low-stock'] as const
type Tab = (typeof TABS)[number]
const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  products: 'All Products',
  featured: 'Featured Products',
  inventory: 'Inventory Details',
  'low-stock': 'Low Stock',
}
const PAGE = 25

export default function BusinessDashboardScreen() {
  const token = useToken((state) => state.token)
  const [search] = useSearchParams()
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'overview'
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Business Dashboard</h1>
        <Link to="/business/profile" className="button hollow small">
          Business Profile
        </Link>
      </div>
      <Load read={ownProfileQuery(token)} failure="Your business could not be loaded.">
        {(business) => <Standing business={business} />}
      </Load>
      <Load read={ownStatsQuery(token)} failure="Your figures could not be loaded.">
        {(stats) => <Dashboard stats={stats} tab={tab} page={pageOf(search.get('page'))} />}
      </Load>
    </>
  )
}

function Dashboard({ stats, tab, page }: { stats: BusinessStats; tab: Tab; page: number }) {
  const counts: Partial<Record<Tab, number>> = {
    products: stats.totalProducts,
    featured: stats.featuredProducts,
    'low-stock': stats.lowStock,
  }
  return (
    <>
      <Views
        label="Dashboard"
        current={tab}
        hrefOf={(key) => (key === 'overview' ? '/business/dashboard' : `/business/dashboard?tab=${key}`)}
        views={TABS.map((key) => ({ key, label: LABELS[key], count: counts[key] }))}
      />
      {tab === 'overview' ? <Overview stats={stats} /> : <Goods tab={tab} page={page} stats={stats} />}
    </>
  )
}

function Overview({ stats }: { stats: BusinessStats }) {
  return (
    <>
      <Tiles
        tiles={[
          { value: figure(stats.totalProducts), label: 'Products' },
          { value: figure(stats.activeProducts), label: 'Active products' },
          { value: figure(stats.featuredProducts), label: 'Featured products' },
          { value: figure(stats.lowStock), label: 'Low stock' },
          { value: money(stats.inventoryValue, 'USD'), label: 'Inventory value' },
          { value: figure(stats.unitsSold), label: 'Units sold' },
          { value: money(stats.revenue, 'USD'), label: 'Sold, before discounts and tax' },
        ]}
      />
      <section aria-labelledby="low" className="mt-8">
        <h2 id="low" className="text-xl">
          Do next
        </h2>
        {stats.lowStock > 0 ? (
          <p className="mt-3">
            <Link to="/business/dashboard?tab=low-stock">
              {stats.lowStock === 1 ? '1 product is low on stock' : `${figure(stats.lowStock)} products are low on stock`}
            </Link>
            : restock to 50 or more units.
          </p>
        ) : (
          <p className="mt-3 text-ink-2">Nothing waits for you: no product is low on stock.</p>
        )}
      </section>
    </>
  )
}

function Goods({ tab, page, stats }: { tab: Exclude<Tab, 'overview'>; page: number; stats: BusinessStats }) {
  const token = useToken((state) => state.token)
  const filter = {
    page,
    limit: PAGE,
    ...(tab === 'featured' && { featured: 'true' as const }),
    ...(tab === 'low-stock' && { lowStock: 'true' as const }),
  }
  return (
    <section aria-labelledby="goods" className="mt-6">
      <h2 id="goods" className="visually-hidden">
        {LABELS[tab]}
      </h2>
      <Load read={ownProductsQuery(token, filter)} failure="Your products could not be loaded.">
        {({ items, total }) => (
          <>
            {items.length === 0 && <p className="panel p-6 text-ink-2">No products found</p>}
            {items.length > 0 &&
              (tab === 'inventory' ? (
                <InventoryTable products={items} total={stats.inventoryValue} />
              ) : (
                <ProductsTable products={items} label={LABELS[tab]} />
              ))}
            <Pagination page={page} pages={Math.ceil(total / PAGE)} hrefOf={(number) => `/business/dashboard?tab=${tab}&page=${number}`} />
          </>
        )}
      </Load>
    </section>
  )
}
