import { Link } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { PromoCode, PromoCodeInput } from '#contract/pricing/promotions.ts'
import { EMPTY_DRAFT, type PromoDraft, toDraft, toInput } from './promo-draft.ts'
import { PromoFields } from './promo-fields.tsx'
import { promoSentence } from './promo-labels.tsx'

const FAILED = 'The promo code could not be saved.'

interface PromoFormProps {
  /** The code to change; null for a new one. */
  code: PromoCode | null
  /** Initial values of a new code; by default they are empty. */
  start?: PromoDraft
  save: (input: PromoCodeInput) => Promise<PromoCode>
  onSaved: (saved: PromoCode) => void
}

/** Form of a promo code, with a description of its effect. */
export function PromoForm({ code, start = EMPTY_DRAFT, save, onSaved }: PromoFormProps) {
  const form = useStateForm<PromoCode | null, PromoDraft, void>({
    record: code,
    valuesOf: (shown) => (shown ? toDraft(shown) : start),
    check: checkForm,
    send: async (draft, version) => {
      const answer = await save({ ...toInput(draft), ...(version !== undefined && { version }) })
      form.saved(answer)
      toast.success(code ? `${answer.code} is saved` : `${answer.code} is added`)
      onSaved(answer)
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
    draft: { kind: 'promo', id: code?.id },
  })
  return (
    <div className="grid grid-cols-1 gap-5.5 mt-4.5 xl:grid-cols-[minmax(0,1fr)_300px] xl:items-start">
      <RecordForm
        form={form}
        className="frame min-w-0"
        body="settings-fields"
        foot="settings-save gap-x-4.5"
        note={
          <Link to="/admin/promotions" className="button hollow">
            Cancel
          </Link>
        }
        save={code ? 'Save code' : 'Add code'}
        busy="Saving..."
      >
        <PromoFields draft={form.values} errors={form.errors} change={form.change} />
      </RecordForm>
      <Preview draft={form.values} />
    </div>
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
