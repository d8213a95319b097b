import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { RegisterNotice } from '#app/features/sellers/registers/register-notice.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { Business } from '#contract/sellers/applications.ts'
import { DAY_MS } from '#domain/time.ts'

/** Days before the yearly confirmation is due on which a seller is asked for it. */
const ASK_DAYS = 30

/** Trader details that an approved business still owes, and what follows. */
export function TraderNotice({ business }: { business: Business }) {
  const { businessStatus, missingFacts, openItems } = business
  if (businessStatus !== 'approved') return null
  return (
    <>
      {openItems.length > 0 && (
        <p className="notice warn mt-4">
          <b>Your products aren't offered to private buyers in the European Union yet.</b>{' '}
          {missingFacts.length > 0 ? (
            <>
              Missing: {missingFacts.join(', ')}. <Link to="/business/profile?edit=1">Complete your trader details</Link>
            </>
          ) : (
            `Our team still has to finish: ${openItems.join(', ')}.`
          )}
        </p>
      )}
      <RegisterNotice />
      <InformNotice business={business} />
    </>
  )
}

/** Duties of a business with many sales in the United States. */
function InformNotice({ business: { inform } }: { business: Business }) {
  const [now] = useState(() => new Date())
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api.business.confirmProfile(),
    onSuccess: (saved) => {
      client.setQueryData(ownProfileQuery(token).queryKey, saved)
      toast.success('Your details are confirmed')
    },
    onError: (error) => toast.error(messageOf(error, 'Your details could not be confirmed. Please try again.')),
  })
  if (!inform) return null
  const { openItems, dueAt, confirmBy } = inform
  if (openItems.length > 0)
    return (
      <p className="notice warn mt-4">
        <b>You sell a lot in the United States, so we are required by law to check your details by {day(dueAt)}.</b> Open:{' '}
        {openItems.join(', ')}. <Link to="/business/profile?edit=1">Complete your trader details</Link>
      </p>
    )
  if (!confirmBy || new Date(confirmBy).getTime() - now.getTime() > ASK_DAYS * DAY_MS) return null
  return (
    <div className="notice warn mt-4 flex flex-wrap items-center justify-between gap-3">
      <p>
        <b>Are your details still correct?</b> Sellers with many sales in the United States confirm them every year. Please do so by{' '}
        {day(confirmBy)}.
      </p>
      <button type="button" className="button small" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm details
      </button>
    </div>
  )
}
