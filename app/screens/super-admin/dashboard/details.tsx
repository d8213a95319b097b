import { Link } from 'react-router'
import { UserStatusWord } from '#app/features/accounts/users/user-words.tsx'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { BusinessActions } from '#app/features/sellers/applications/business-actions.tsx'
import { ApprovalBadge, StatusBadge, typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { TraderChecks } from '#app/features/sellers/applications/trader-checks.tsx'
import { TraderList } from '#app/features/sellers/applications/trader-list.tsx'
import { SimilarNames, WaitingBadge } from '#app/features/sellers/applications/waiting-badge.tsx'
import { businessDetailsQuery } from '#app/features/sellers/queries.ts'
import { day, figure, instant, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Business, BusinessDetails } from '#contract/sellers/applications.ts'
import { APPROVAL_LABELS } from '#domain/business.ts'
import { roleLabel } from '#domain/user.ts'
import { ReviewButtons } from './review-buttons.tsx'

/** A business with its profile, figures, people and products. */
export function BusinessDetailsView({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={businessDetailsQuery(token, id)} failure="The business could not be loaded.">
      {(details) => <Details {...details} />}
    </Load>
  )
}

const USERS: readonly Column<BusinessDetails['users'][number]>[] = [
  { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => roleLabel(role) },
  { title: 'Status', cell: ({ status }) => <UserStatusWord status={status} /> },
]

const PRODUCTS: readonly Column<BusinessDetails['products'][number]>[] = [
  {
    title: 'Name',
    cell: ({ slug, name }) => (
      <Link to={`/admin/products/${slug}/edit`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { title: 'USD', isAmount: true, cell: ({ priceUSD }) => money(priceUSD, 'USD') },
  { title: 'EUR', isAmount: true, cell: ({ priceEUR }) => money(priceEUR, 'EUR') },
  { title: 'Stock', isAmount: true, cell: ({ stock }) => figure(stock) },
  { title: 'Featured', cell: ({ featured }) => (featured ? 'Yes' : 'No') },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

/** Duties by the sales of a business in the United States, with the day by which its details have to be checked. */
function InformFacts({ inform: { since, dueAt, isPublic, openItems, confirmBy } }: { inform: NonNullable<Business['inform']> }) {
  return (
    <p className={openItems.length > 0 ? 'notice warn' : 'notice'}>
      Many sales in the United States since {day(since)} (INFORM Consumers Act).{' '}
      {openItems.length > 0 ? `Check its details by ${day(dueAt)}.` : confirmBy && `It must confirm its details by ${day(confirmBy)}.`}
      {isPublic && ' Its name, address and contact are public.'}
    </p>
  )
}

function Details({ business, stats, users, products, reviews }: BusinessDetails) {
  const place = [business.address, business.postalCode, business.city, business.country].filter(Boolean).join(', ')
  return (
    <>
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        {business.logo && (
          <Picture sizes="96px" src={business.logo} alt="" className="size-24 border-[1.5px] border-line bg-[#fff] object-contain" />
        )}
        <div className="min-w-0 flex-1 basis-64">
          <h2>
            <bdi>{business.name}</bdi>
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-5">
            <StatusBadge status={business.status} />
            <ApprovalBadge status={business.businessStatus} />
            <WaitingBadge business={business} />
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <ReviewButtons business={business} />
          <BusinessActions business={business} />
        </div>
      </div>
      <SimilarNames business={business} />
      <Tiles
        tiles={[
          { value: String(stats.totalUsers), label: 'Users' },
          { value: String(stats.totalProducts), label: 'Products' },
          { value: String(stats.activeProducts), label: 'Active products' },
          { value: String(stats.featuredProducts), label: 'Featured products' },
        ]}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <section className="panel p-5" aria-labelledby="who">
            <h3 id="who" className="mb-3">
              Business
            </h3>
            <p dir="auto" className="mb-3 max-w-text whitespace-pre-line text-ink-2">
              {business.description || 'No description provided'}
            </p>
            <dl className="pairs">
              <dt>Type</dt>
              <dd>{typeLabel(business.businessType)}</dd>
              <dt>Email</dt>
              <dd className="break-all">{business.email}</dd>
              <dt>Phone</dt>
              <dd>{business.phone ?? 'Not given'}</dd>
              <dt>Website</dt>
              <dd className="break-all">
                {business.website ? (
                  <a href={business.website} rel="noopener noreferrer nofollow" target="_blank">
                    {business.website}
                  </a>
                ) : (
                  'Not given'
                )}
              </dd>
              <dt>Address</dt>
              <dd>
                <bdi>{place || 'Not given'}</bdi>
              </dd>
              {business.pause && (
                <>
                  <dt>Pause</dt>
                  <dd>
                    {day(business.pause.from)} to {day(business.pause.to)}
                  </dd>
                </>
              )}
              <dt>Created</dt>
              <dd>{day(business.createdAt)}</dd>
            </dl>
          </section>
          <section className="panel p-5" aria-labelledby="decisions">
            <h3 id="decisions" className="mb-3">
              Decisions
            </h3>
            {reviews.length === 0 && <p className="text-ink-2">None yet</p>}
            <ol className="history border-l-3 border-blue">
              {reviews.map(({ from, to, reason, at, by }) => (
                <li key={at} className="pl-4 pt-0.5 pb-3 last:pb-0.5">
                  <b>
                    {APPROVAL_LABELS[from]} to {APPROVAL_LABELS[to]}
                  </b>
                  <span className="block text-sm text-ink-2">
                    {instant(at)}, by {by ?? 'the business'}
                  </span>
                  {reason && (
                    <span dir="auto" className="block">
                      {reason}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
        <section className="panel grid gap-4 p-5" aria-labelledby="trader">
          <h3 id="trader">Trader details and checks</h3>
          <TraderList business={business} />
          {business.inform && <InformFacts inform={business.inform} />}
          <TraderChecks business={business} />
        </section>
      </div>
      <h3 className="mt-8">Users</h3>
      {users.length === 0 ? (
        <p className="panel mt-3 p-5 text-ink-2">No users found</p>
      ) : (
        <RowTable className="mt-3" label="Users of the business" columns={USERS} rows={users} keyOf={({ id }) => id} />
      )}
      <h3 className="mt-8">Products</h3>
      {products.length === 0 ? (
        <p className="panel mt-3 p-5 text-ink-2">No products found</p>
      ) : (
        <RowTable className="mt-3" label="Products of the business" columns={PRODUCTS} rows={products} keyOf={({ id }) => id} />
      )}
    </>
  )
}
