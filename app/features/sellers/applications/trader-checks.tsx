import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { CheckedBusiness } from '#contract/sellers/applications.ts'
import { EU_CHECKS, TRADER_CHECK_LABELS, TRADER_CHECKS, type TraderCheck } from '#domain/trader.ts'

const FAILED = 'The check could not be saved. Please try again.'

const isForEu = (check: TraderCheck) => EU_CHECKS.some((one) => one === check)

/** Open items of a business's trader details, and the checks of staff: each is recorded with how it was made. */
export function TraderChecks({ business }: { business: CheckedBusiness }) {
  const { openItems, inform } = business
  const items = [...new Set([...openItems, ...(inform?.openItems ?? [])])]
  return (
    <div className="grid gap-3">
      {items.length > 0 ? (
        <p className="notice warn">
          <b>Open:</b> {items.join(', ')}. {openItems.length > 0 && "Its products aren't sold to private buyers in the EU."}
        </p>
      ) : (
        <p className="notice">All checks are done. Its products can be sold to private buyers in the EU.</p>
      )}
      <ul className="grid gap-2">
        {TRADER_CHECKS.filter((check) => inform || isForEu(check) || business.checks[check]).map((check) => (
          <Check key={check} business={business} check={check} />
        ))}
      </ul>
    </div>
  )
}

function Check({ business: { id, name, checks, version }, check }: { business: CheckedBusiness; check: TraderCheck }) {
  const [how, setHow] = useState('')
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const field = useId()
  const label = TRADER_CHECK_LABELS[check]
  const made = checks[check]
  const save = useMutation({
    mutationFn: (text: string) => api.applications.check({ params: { id, check }, body: { how: text, version } }),
    onSuccess: (_saved, text) => {
      setHow('')
      toast.success(text ? `${label} of ${name} is checked` : `The check of ${name} was withdrawn`)
    },
    onError: (error) => toast.error(messageOf(error, FAILED)),
    onSettled: () => client.invalidateQueries({ queryKey: officeKey(token) }),
  })
  const mayRecord = how.trim() !== '' && !save.isPending
  return (
    <li className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <label htmlFor={made ? undefined : field} className="font-medium">
        {label}
      </label>
      {made ? (
        <span className="text-sm wrap-anywhere">
          <span className="status ok">Checked</span> {made.how}
          <span className="block text-ink-2">
            {instant(made.at)}, by {made.by}
          </span>
        </span>
      ) : (
        <input
          id={field}
          dir="auto"
          className="input"
          value={how}
          maxLength={500}
          placeholder="How you checked it"
          onChange={(event) => setHow(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // it would confirm the dialog around it
            if (mayRecord) save.mutate(how.trim())
          }}
        />
      )}
      <button
        type="button"
        className="button hollow small"
        aria-label={made ? `Withdraw the check of ${label}` : `Record the check of ${label}`}
        disabled={made ? save.isPending : !mayRecord}
        onClick={() => save.mutate(made ? '' : how.trim())}
      >
        {made ? 'Withdraw' : 'Record'}
      </button>
    </li>
  )
}
