import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { Business } from '#contract/sellers/applications.ts'
import { type ApprovalStatus, REVIEW_TRANSITIONS } from '#domain/business.ts'

type Decision = Exclude<ApprovalStatus, 'pending'>

const DONE: Record<Decision, string> = { approved: 'approved', rejected: 'rejected', suspended: 'suspended' }

function labelOf(from: ApprovalStatus, to: Decision): string {
  if (to === 'approved') return from === 'suspended' ? 'Reinstate' : 'Approve'
  return to === 'rejected' ? 'Reject' : 'Suspend'
}

const isDecision = (status: ApprovalStatus): status is Decision => status !== 'pending'

/** Decisions open for a business. Rejecting and suspending ask for a reason, which the business gets by email. */
export function ReviewButtons({ business }: { business: Business }) {
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
            aria-disabled={review.isPending || undefined}
            onClick={() => {
              setMissing(undefined)
              if (review.isError) review.reset()
              if (to !== 'approved') setAsked(to)
              else if (!review.isPending) review.mutate({ status: to })
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
          isDanger
          isBusy={review.isPending}
          error={review.isError ? messageOf(review.error, 'The decision could not be saved. Please try again.') : undefined}
          onClose={() => setAsked(null)}
          onConfirm={(fields) => {
            const reason = textOf(fields, 'reason')
            if (!reason) return setMissing('Please tell the business why')
            review.mutate({ status: asked, reason })
          }}
        >
          <TextAreaField label="Reason" name="reason" rows={3} maxLength={1000} hint="The business gets it by mail." error={missing} />
        </AskDialog>
      )}
    </>
  )
}
