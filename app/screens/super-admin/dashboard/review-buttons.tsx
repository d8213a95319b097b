import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { TraderChecks } from '#app/features/sellers/applications/trader-checks.tsx'
import { TraderList } from '#app/features/sellers/applications/trader-list.tsx'
import { SimilarNames } from '#app/features/sellers/applications/waiting-badge.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { ListedBusiness } from '#contract/sellers/applications.ts'
import { type ApprovalStatus, REVIEW_TRANSITIONS } from '#domain/business.ts'

type Decision = Exclude<ApprovalStatus, 'pending'>

const DONE: Record<Decision, string> = { approved: 'approved', rejected: 'rejected', suspended: 'suspended' }

function labelOf(from: ApprovalStatus, to: Decision): string {
  if (to === 'approved') return from === 'suspended' ? 'Reinstate' : 'Approve'
  return to === 'rejected' ? 'Reject' : 'Suspend'
}

const isDecision = (status: ApprovalStatus): status is Decision => status !== 'pending'

/**
 * Decisions open for a business. Approving shows its facts first; rejecting and suspending ask for a reason, which the business gets by
 * email.
 */
export function ReviewButtons({ business }: { business: ListedBusiness }) {
  const [asked, setAsked] = useState<Decision | null>(null)
  const [missing, setMissing] = useState<string>()
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const review = useMutation({
    mutationFn: (decision: { status: Decision; reason?: string }) =>
      api.applications.setStatus({ params: { id: business.id }, body: { ...decision, version: business.version } }),
    onSuccess: ({ name }, { status }) => {
      setAsked(null)
      toast.success(`${name} is ${DONE[status]}`)
    },
    onError: (error) => toast.error(messageOf(error, 'The decision could not be saved. Please try again.')),
    onSettled: () => client.invalidateQueries({ queryKey: officeKey(token) }),
  })
  const from = business.businessStatus
  return (
    <>
      <span className="flex flex-wrap gap-2">
        {REVIEW_TRANSITIONS[from].filter(isDecision).map((to) => (
          <button
            key={to}
            type="button"
            className={to === 'approved' ? 'button small' : 'button danger small'}
            aria-label={`${labelOf(from, to)} ${business.name}`}
            onClick={() => {
              setMissing(undefined)
              if (review.isError) review.reset()
              setAsked(to)
            }}
          >
            {labelOf(from, to)}
          </button>
        ))}
      </span>
      {asked && (
        <AskDialog
          title={`${labelOf(from, asked)} ${business.name}?`}
          confirm={labelOf(from, asked)}
          busy="Saving..."
          isDanger={asked !== 'approved'}
          isBusy={review.isPending}
          error={review.isError ? messageOf(review.error, 'The decision could not be saved. Please try again.') : undefined}
          onClose={() => setAsked(null)}
          onConfirm={(fields) => {
            if (asked === 'approved') return review.mutate({ status: asked })
            const reason = textOf(fields, 'reason')
            if (!reason) return setMissing('Please tell the business why')
            review.mutate({ status: asked, reason })
          }}
        >
          {asked === 'approved' ? (
            <ApprovalFacts business={business} />
          ) : (
            <>
              <FormDraft kind="review" id={business.id} />
              <TextAreaField label="Reason" name="reason" rows={3} maxLength={1000} hint="Emailed to the business." error={missing} />
            </>
          )}
        </AskDialog>
      )}
    </>
  )
}

const NOT_GIVEN = 'Not given'

/** Facts that an approval is decided by, and its effect. */
function ApprovalFacts({ business }: { business: ListedBusiness }) {
  const place = [business.address, business.postalCode, business.city, business.country].filter(Boolean).join(', ')
  return (
    <>
      <p>Its active products appear in the shop, its team can sell, and it gets an email.</p>
      <dl className="pairs">
        <dt>Type</dt>
        <dd>{typeLabel(business.businessType)}</dd>
        <dt>Address</dt>
        <dd className="wrap-anywhere">{place || NOT_GIVEN}</dd>
        <dt>Email</dt>
        <dd className="break-all">{business.email}</dd>
        <dt>Phone</dt>
        <dd>{business.phone || NOT_GIVEN}</dd>
        <dt>Website</dt>
        <dd className="break-all">
          {business.website ? (
            <a href={business.website} rel="noopener noreferrer nofollow" target="_blank">
              {business.website}
            </a>
          ) : (
            NOT_GIVEN
          )}
        </dd>
        <dt>Description</dt>
        <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
          {business.description || NOT_GIVEN}
        </dd>
        <dt>Applied</dt>
        <dd>{day(business.createdAt)}</dd>
      </dl>
      <SimilarNames business={business} />
      <h3 className="text-base">Trader details and checks</h3>
      <TraderList business={business} />
      <TraderChecks business={business} />
    </>
  )
}
