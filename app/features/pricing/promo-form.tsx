import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { DraftNotice } from '#app/features/kit/forms/draft-notice.tsx'
import { RecordHead } from '#app/features/kit/forms/record-form.tsx'
import { useConflict } from '#app/features/kit/forms/use-conflict.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useStateDraft } from '#app/features/kit/forms/use-unsaved-draft.ts'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import type { PromoCode, PromoCodeInput } from '#contract/pricing/promotions.ts'
import { type PromoDraft, toDraft, toInput } from './promo-draft.ts'
import { PromoFields } from './promo-fields.tsx'
import { promoSentence } from './promo-labels.tsx'

const FAILED = 'The promo code could not be saved.'

interface PromoFormProps {
  /** The code to change; null for a new one. */
  code: PromoCode | null
  /** Initial values of a new code. */
  start: PromoDraft
  save: (input: PromoCodeInput) => Promise<PromoCode>
  onSaved: (saved: PromoCode) => void
}

/** Form of a promo code, with a description of its effect. */
export function PromoForm({ code, start, save, onSaved }: PromoFormProps) {
  const [draft, setDraft] = useState(start)
  const [saved, setSaved] = useState(start)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const question = useUnsavedGuard(isDirty)
  const version = useRef(code?.version)
  const left = useStateDraft('promo', code?.id ?? null, { values: draft, opened: saved, version, isDirty }, (unsaved) => {
    version.current = unsaved.version ?? undefined
    setSaved(unsaved.opened)
    setDraft(unsaved.values)
  })
  const form = useForm({
    check: checkForm,
    send: async () => {
      try {
        const answer = await save({ ...toInput(draft), ...(version.current !== undefined && { version: version.current }) })
        setSaved(draft)
        toast.success(code ? `${answer.code} is saved` : `${answer.code} is added`)
        onSaved(answer)
      } catch (failure) {
        conflict.rebase(failure)
        toast.error(messageOf(failure, FAILED))
        throw failure
      }
    },
    failed: FAILED,
  })
  const conflict = useConflict<PromoCode, PromoDraft>({
    form: form.element,
    opened: () => saved,
    read: () => draft,
    write: setDraft,
    show: (current) => {
      version.current = current.version
      setDraft(toDraft(current))
      setSaved(toDraft(current))
    },
  })
  return (
    <form {...form.props} className="grid grid-cols-1 gap-5.5 mt-4.5 xl:grid-cols-[minmax(0,1fr)_300px] xl:items-start">
      <div className="frame min-w-0">
        <div className="settings-fields">
          {left && <DraftNotice {...left} />}
          <RecordHead form={{ problem: form.problem, notice: conflict.notice }} />
          <PromoFields draft={draft} errors={form.errors} change={(values) => setDraft({ ...draft, ...values })} />
        </div>
        <p className="settings-save">
          <Link to="/admin/promotions" className="button hollow">
            Cancel
          </Link>
          <SubmitButton isBusy={form.isBusy} busy="Saving...">
            {code ? 'Save code' : 'Add code'}
          </SubmitButton>
        </p>
      </div>
      <Preview draft={draft} />
      {question}
    </form>
  )
}

/** Live description of what buyers get. */
function Preview({ draft }: { draft: PromoDraft }) {
  const { code, description, hinted, isActive } = draft
  return (
    <aside aria-label="Preview" className="grid gap-2.5 p-4.5 border-2 border-dashed border-line-strong bg-surface xl:sticky xl:top-4.5">
      <p className="px-3 py-2 bg-kraft text-on-bright display-lg/[1.2] wrap-anywhere">{code.trim().toUpperCase() || 'CODE'}</p>
      <p aria-live="polite">{hasEffect(draft) ? promoSentence(previewOf(draft)) : 'Fill in the form to see what this code does.'}</p>
      {!isActive && <p className="status idle">Switched off: this code has no effect</p>}
      {hinted && <p className="text-ink-2">Shown on the cart page: {description || 'no description'}</p>}
    </aside>
  )
}

const hasEffect = ({ type, value }: PromoDraft) => type === 'shipping' || Number(value) > 0

function previewOf(draft: PromoDraft) {
  const { endsAt, minimumOrder, minimumOrderEUR, perCustomerLimit, startsAt, type, usageLimit, value, valueEUR } = toInput(draft)
  return {
    type,
    value: value ?? 0,
    valueEUR: valueEUR ?? null,
    minimumOrder: minimumOrder ?? null,
    minimumOrderEUR: minimumOrderEUR ?? null,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    usageLimit: usageLimit ?? null,
    perCustomerLimit: perCustomerLimit ?? null,
  }
}
