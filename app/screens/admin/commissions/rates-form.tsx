import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { DraftNotice } from '#app/features/kit/forms/draft-notice.tsx'
import { RecordHead } from '#app/features/kit/forms/record-form.tsx'
import { useConflict } from '#app/features/kit/forms/use-conflict.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useStateDraft } from '#app/features/kit/forms/use-unsaved-draft.ts'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import type { CommissionRates } from '#contract/sellers/commission.ts'
import { CommissionPreview } from './preview.tsx'
import { commissionQuery } from './queries.ts'
import { freshKey, isSame, moved, type RatesDraft, type RuleDraft, toBody, toDraft } from './rates-draft.ts'
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
  const [base, setBase] = useState(() => toDraft(rates))
  const [draft, setDraft] = useState(base)
  const [news, setNews] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const isDirty = !isSame(draft, base)
  const question = useUnsavedGuard(isDirty)
  const [version, setVersion] = useState(rates.version)
  const storedVersion = useRef(version)
  useEffect(() => {
    storedVersion.current = version
  }, [version])
  const left = useStateDraft('rates', null, { values: draft, opened: base, version: storedVersion, isDirty }, (unsaved) => {
    setVersion((now) => unsaved.version ?? now) // what was saved since an older one is merged
    setBase(unsaved.opened)
    setDraft({ ...unsaved.values, rules: unsaved.values.rules.map((rule) => ({ ...rule, key: freshKey() })) })
  })
  const show = (value: CommissionRates) => {
    setVersion(value.version)
    setBase(toDraft(value))
    setDraft(toDraft(value))
  }
  if (!isDirty && rates.version > version) show(rates)
  const form = useForm({
    check: checkForm,
    send: async () => {
      try {
        const saved = await api.commission.saveRates({ body: toBody(draft, version) })
        client.setQueryData(commissionQuery(token).queryKey, saved)
        show(saved)
        toast.success('Rates saved. They apply to new orders.')
      } catch (failure) {
        conflict.rebase(failure)
        toast.error(messageOf(failure, FAILED))
        throw failure
      }
    },
    failed: FAILED,
  })
  const conflict = useConflict<CommissionRates, RatesDraft>({
    form: form.element,
    opened: () => base,
    read: () => draft,
    write: setDraft,
    show,
    labels: { rules: 'Rates' },
    wordsOf: (rows) => rulesInWords(rows as RuleDraft[], choices), // only the rules are rows
  })
  const setRules = (rules: RuleDraft[]) => setDraft({ ...draft, rules })
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
      <form {...form.props} className="frame">
        {left && <DraftNotice className="m-5.5 mb-0" {...left} />}
        <RecordHead form={{ problem: form.problem, notice: conflict.notice }} />
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
          <GlobalRate draft={draft} error={form.errors.globalPercent} onValue={(globalPercent) => setDraft({ ...draft, globalPercent })} />
          {mayEdit && (
            <p className="settings-save">
              {isDirty && <span role="status">Not saved yet</span>}
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
      </form>
      <CommissionPreview draft={draft} choices={choices} />
      {question}
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
