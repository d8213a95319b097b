import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { listHref } from '#app/features/kit/frame/last-list.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { figure } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { CheckField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { OwnClaim } from '#contract/content/claims.ts'
import { claimFor, needsProof, showClaim } from '#domain/claim.ts'

/** Readers whom the law protects from claims without proof. */
const EU_CONSUMERS = { legal: 'eu', buyer: 'consumer' } as const

const FAILED = 'Failed to update claim'

interface ClaimValues {
  wording: string
  marketText: string
  scope: string
  source: string
  sourceUrl: string
  expiresAt: string
  useCounted: boolean
}

const valuesOf = ({ wording, marketText, scope, source, sourceUrl, expiresAt, useCounted }: OwnClaim): ClaimValues => ({
  wording,
  marketText,
  scope,
  source: source ?? '',
  sourceUrl: sourceUrl ?? '',
  expiresAt: expiresAt?.slice(0, 10) ?? '',
  useCounted,
})

const readValues = (fields: FormData): ClaimValues => ({
  wording: textOf(fields, 'wording'),
  marketText: textOf(fields, 'marketText'),
  scope: textOf(fields, 'scope'),
  source: textOf(fields, 'source'),
  sourceUrl: textOf(fields, 'sourceUrl'),
  expiresAt: textOf(fields, 'expiresAt'),
  useCounted: fields.get('useCounted') !== null,
})

/** State of a claim's form, and what it says now. */
function useClaimForm(claim: OwnClaim) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const navigate = useNavigate()
  const [list] = useState(() => listHref('claims', '/admin/claims'))
  const [values, setValues] = useState(() => valuesOf(claim))
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (isSaved) void navigate(list)
  }, [isSaved, list, navigate])
  const form = useRecordForm({
    record: claim,
    check: checkForm,
    onShow: (current) => setValues(valuesOf(current)),
    send: async (fields, shown) => {
      const saved = await api.claims.update({ params: { id: claim.id }, body: { ...readValues(fields), version: shown.version } })
      toast.success('Claim updated successfully')
      await Promise.all([client.invalidateQueries({ queryKey: officeKey(token) }), client.invalidateQueries({ queryKey: ['claims'] })])
      form.saved(saved)
      setSaved(true)
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
  })
  const opened = valuesOf(form.shown)
  const reread = () => form.element.current && setValues(readValues(new FormData(form.element.current)))
  return { form, opened, values, reread, leave: () => void navigate(list) }
}

/** A claim's form. */
export function ClaimEditor({ claim }: { claim: OwnClaim }) {
  const { form, opened, values, reread, leave } = useClaimForm(claim)
  const [openedAt] = useState(() => new Date())
  const { errors } = form
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'claim', id: claim.id }}
      aria-label="Claim"
      className="mt-5 grid gap-4 max-w-[56rem]"
      onCancel={leave}
      save="Update Claim"
      busy="Updating..."
      foot=""
    >
      <div className="frame" onInput={reread}>
        <Shown claim={claim} values={values} openedAt={openedAt} />
        <div className="fold-t grid gap-4 p-5">
          <TextField label="Words" name="wording" required maxLength={120} defaultValue={opened.wording} error={errors.wording} />
          <TextAreaField
            label="Scope"
            name="scope"
            isOptional
            rows={3}
            maxLength={500}
            defaultValue={opened.scope}
            hint="What the figure measures, and per what"
            error={errors.scope}
          />
          {needsProof(claim.kind, EU_CONSUMERS, openedAt) && (
            <TextField
              label="Words for private buyers in the EU"
              name="marketText"
              isOptional
              maxLength={120}
              defaultValue={opened.marketText}
              hint="Shown there while the claim has no proof, which the law asks for. Left empty, nothing is shown."
              error={errors.marketText}
            />
          )}
          {claim.counter && (
            <CheckField
              label={`Show the shop's own count, now ${figure(claim.countedValue ?? 0)}`}
              name="useCounted"
              defaultChecked={opened.useCounted}
            />
          )}
        </div>
        <div className="fold-t grid gap-4 p-5 sm:grid-cols-2">
          <TextField
            label="Source"
            name="source"
            isOptional
            maxLength={500}
            defaultValue={opened.source}
            hint="Such as a study, a measurement or a list of customers"
            error={errors.source}
          />
          <TextField
            label="Source address"
            name="sourceUrl"
            type="url"
            isOptional
            maxLength={500}
            defaultValue={opened.sourceUrl}
            hint="https://…"
            error={errors.sourceUrl}
          />
          <TextField
            label="Ends on"
            name="expiresAt"
            type="date"
            isOptional
            defaultValue={opened.expiresAt}
            hint="The source is no longer valid after this day (UTC)"
            error={errors.expiresAt}
          />
        </div>
      </div>
    </RecordForm>
  )
}

/** The claim as readers would see it now. */
function Shown({ claim, values, openedAt }: { claim: OwnClaim; values: ClaimValues; openedAt: Date }) {
  const expiresAt = values.expiresAt ? new Date(`${values.expiresAt}T23:59:59.999Z`) : null
  const shown = { ...claim, ...values, ...showClaim({ ...values, expiresAt }, claim.countedValue, openedAt) }
  const { shownText, isIllustrative } = shown
  const inEu = claimFor(shown, EU_CONSUMERS, openedAt)
  return (
    <div className="p-5" role="status">
      <p>
        <span className="text-ink-2">Readers see: </span>
        <b className="text-xl">
          {shownText}
          {isIllustrative && '*'}
        </b>
        {isIllustrative && <span className="text-ink-2"> (illustrative figure)</span>}
      </p>
      {inEu.isWithheld && (
        <p className="mt-1">
          <span className="text-ink-2">Private buyers in the EU see: </span>
          {inEu.shownText || 'nothing'}
        </p>
      )}
    </div>
  )
}
