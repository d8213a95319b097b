import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import type { CommissionRates } from '#contract/sellers/commission.ts'
import { CommissionPreview } from './preview.tsx'
import { commissionQuery } from './queries.ts'
import { freshKey, moved, type RatesDraft, type RuleDraft, toBody, toDraft } from './rates-draft.ts'
import { type Choices, PercentField, RuleRow } from './rule-row.tsx'

const FAILED = 'The rates could not be saved.'

const rulesInWords = (rules: readonly RuleDraft[], { sellers, categories }: Choices) =>
  rules
    .map(({ businessId, category, percent }) => {
      const seller = sellers.find(({ id }) => id === businessId)?.name ?? 'Every seller'
      const label = categories.find(({ value }) => value === category)?.label ?? 'every category'
      return `${seller}, ${label}: ${percent}%`
    })
    .join('; ')

/** The rates in order as one form, with a preview. */
export function RatesForm({ rates, choices, mayEdit }: { rates: CommissionRates; choices: Choices; mayEdit: boolean }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [news, setNews] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const form = useStateForm<CommissionRates, RatesDraft, void>({
    record: rates,
    valuesOf: toDraft,
    check: checkForm,
    send: async (draft, version) => {
      const saved = await api.commission.saveRates({ body: toBody(draft, version) })
      client.setQueryData(commissionQuery(token).queryKey, saved)
      form.saved(saved)
      toast.success('Rates saved. They apply to new orders.')
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
    draft: {
      kind: 'rates',
      className: 'm-5.5 mb-0',
      restored: (draft) => ({ ...draft, rules: draft.rules.map((rule) => ({ ...rule, key: freshKey() })) }),
    },
    labels: { rules: 'Rates' },
    wordsOf: (rows) => rulesInWords(rows as RuleDraft[], choices), // only the rules are rows
  })
  const { values: draft } = form
  const setRules = (rules: RuleDraft[]) => form.change({ rules })
  const changeRule = (key: number, values: Partial<RuleDraft>) =>
    setRules(draft.rules.map((rule) => (rule.key === key ? { ...rule, ...values } : rule)))
  const move = (index: number, by: 1 | -1) => {
    setRules(moved(draft.rules, index, index + by))
    setNews(`Rate ${index + 1} is now rate ${index + by + 1}`)
  }
  const add = () => {
    setRules([...draft.rules, { key: freshKey(), businessId: '', category: '', percent: draft.globalPercent }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLSelectElement>('li:last-child select')?.focus())
  }
  return (
    <div className="rates grid grid-cols-1 items-start gap-5.5 mt-4.5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <RecordForm form={form} className="frame">
        <fieldset disabled={!mayEdit} aria-label="Rates in order">
          {draft.rules.length === 0 && <p className="px-5.5 pt-4.5 text-ink-2">No seller or category has its own rate yet.</p>}
          <ol ref={list} className="rate-list">
            {draft.rules.map((rule, index) => (
              <RuleRow
                key={rule.key}
                rule={rule}
                index={index}
                isLast={index === draft.rules.length - 1}
                choices={choices}
                errorOf={(field) => form.errors[`rules.${index}.${field}`]}
                change={(values) => changeRule(rule.key, values)}
                onMove={(by) => move(index, by)}
                onRemove={() => setRules(draft.rules.filter(({ key }) => key !== rule.key))}
              />
            ))}
          </ol>
          <GlobalRate draft={draft} error={form.errors.globalPercent} onValue={(globalPercent) => form.change({ globalPercent })} />
          {mayEdit && (
            <p className="settings-save">
              {form.isDirty && <span role="status">Not saved yet</span>}
              <button type="button" className="button hollow" onClick={add}>
                Add rate
              </button>
              <SubmitButton isBusy={form.isBusy} busy="Saving...">
                Save rates
              </SubmitButton>
            </p>
          )}
        </fieldset>
        <p role="status" className="sr-only">
          {news}
        </p>
      </RecordForm>
      <CommissionPreview draft={draft} choices={choices} />
    </div>
  )
}

function GlobalRate({ draft, error, onValue }: { draft: RatesDraft; error: string | undefined; onValue: (value: string) => void }) {
  return (
    <div className="max-w-[18rem] py-4.5 pr-5.5 pl-16 max-lg:pl-14.5 max-lg:pr-4">
      <PercentField label="Everything else" name="globalPercent" value={draft.globalPercent} error={error} onValue={onValue} />
    </div>
  )
}
