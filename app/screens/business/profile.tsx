import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ownStatsQuery } from '#app/features/catalog/product-queries.ts'
import { AccessDenied } from '#app/features/kit/frame/access-denied.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { ApprovalBadge, StatusBadge, typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { TraderList } from '#app/features/sellers/applications/trader-list.tsx'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { isApiError } from '#contract/errors.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { DocumentTermsSection } from './document-terms.tsx'
import { ProfileForm } from './profile-form.tsx'

export default function BusinessProfileScreen() {
  const token = useToken((state) => state.token)
  const profile = useQuery(queryOf(ownProfileQuery(token)))
  if (isApiError(profile.error) && profile.error.status === 404) return <NoProfile />
  if (isApiError(profile.error) && profile.error.status === 403) return <AccessDenied />
  return (
    <>
      <h1>Business Profile</h1>
      <Load read={ownProfileQuery(token)} failure="Your business profile could not be loaded.">
        {(business) => <Profile key={business.id} business={business} />}
      </Load>
    </>
  )
}

function NoProfile() {
  return (
    <>
      <h1>No Business Profile Found</h1>
      <p className="mt-3 max-w-text text-ink-2">
        Your account does not belong to a business yet. Register one, or ask us to add you to yours.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to="/business/register" className="button">
          Register your business
        </Link>
        <Link to="/contact" className="button hollow">
          Contact support
        </Link>
      </p>
    </>
  )
}

function Profile({ business }: { business: Business }) {
  const [search] = useSearchParams()
  const [isEditing, setEditing] = useState(search.get('edit') === '1')
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const stats = useQuery(queryOf(ownStatsQuery(token)))
  const isMember = usePageUser()?.memberKind === 'member'
  const mayEdit = business.businessStatus !== 'suspended' && !isMember
  if (isEditing && mayEdit) {
    return (
      <ProfileForm
        business={business}
        isTypeFixed={(stats.data?.totalProducts ?? 0) > 0}
        onClose={() => setEditing(false)}
        onSaved={async (saved, isWhole) => {
          client.setQueryData(ownProfileQuery(token).queryKey, saved)
          if (isWhole) setEditing(false)
          await client.invalidateQueries({ queryKey: officeKey(token) })
          await client.invalidateQueries({ queryKey: ['me'] })
        }}
      />
    )
  }
  return (
    <>
      <View business={business} onEdit={mayEdit ? () => setEditing(true) : null} />
      {isMember && <p className="mt-4 text-ink-2">Only owners can edit the profile.</p>}
      {business.businessStatus === 'approved' && !isMember && <DocumentTermsSection />}
    </>
  )
}

function View({ business, onEdit }: { business: Business; onEdit: (() => void) | null }) {
  const place = [business.address, business.city, business.postalCode, business.country].filter(Boolean).join(', ')
  return (
    <div className="frame mt-6">
      <div className="flex flex-wrap items-start gap-5 p-6">
        {business.logo && (
          <Picture
            sizes="96px"
            src={business.logo}
            alt={`Logo of ${business.name}`}
            className="size-24 border-[1.5px] border-line bg-[#fff] object-contain"
          />
        )}
        <div className="min-w-0 flex-1 basis-64">
          <h2>
            <bdi>{business.name}</bdi>
          </h2>
          <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
            <StatusBadge status={business.status} />
            <ApprovalBadge status={business.businessStatus} />
          </p>
          {business.businessStatus !== 'approved' && business.review?.reason && (
            <p className="mt-2 text-ink-2">
              Reason: <bdi>{business.review.reason}</bdi>
            </p>
          )}
          <p dir="auto" className="mt-3 max-w-text whitespace-pre-line text-ink-2">
            {business.description || 'No description provided'}
          </p>
        </div>
        {onEdit && (
          <button type="button" className="button" onClick={onEdit}>
            Edit Profile
          </button>
        )}
      </div>
      <div className="fold-t grid gap-8 p-6 md:grid-cols-2">
        <section aria-labelledby="contact">
          <h3 id="contact" className="mb-3">
            Contact Information
          </h3>
          <dl className="pairs">
            <dt>Email</dt>
            <dd className="break-all">{business.email}</dd>
            <dt>Phone</dt>
            <dd>{business.phone ?? 'Not given'}</dd>
            <dt>Website</dt>
            <dd className="break-all">{business.website ? <a href={business.website}>{business.website}</a> : 'Not given'}</dd>
            <dt>Address</dt>
            <dd>
              <bdi>{place || 'Not given'}</bdi>
            </dd>
            <dt>Shown to shoppers</dt>
            <dd>{business.contactPublic ? 'Email and phone' : 'Neither email nor phone'}</dd>
          </dl>
        </section>
        <section aria-labelledby="information">
          <h3 id="information" className="mb-3">
            Business Information
          </h3>
          <dl className="pairs">
            <dt>Type</dt>
            <dd>{typeLabel(business.businessType)}</dd>
            <dt>City</dt>
            <dd>
              <bdi>{business.city || 'Not given'}</bdi>
            </dd>
            <dt>Country</dt>
            <dd>{business.country || 'Not given'}</dd>
            <dt>Postal code</dt>
            <dd>{business.postalCode || 'Not given'}</dd>
            <dt>Created</dt>
            <dd>{day(business.createdAt)}</dd>
            <dt>Last updated</dt>
            <dd>{day(business.updatedAt)}</dd>
          </dl>
        </section>
        <section aria-labelledby="trader">
          <h3 id="trader" className="mb-3">
            Trader Details
          </h3>
          <TraderList business={business} />
        </section>
      </div>
    </div>
  )
}
