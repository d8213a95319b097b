import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { ownTaxKey, ownVatIdsQuery } from '#app/features/pricing/tax/queries.ts'
import { CheckedAt, VatCheckState } from '#app/features/pricing/tax/vat-check-state.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { Load } from '#app/ui/load.tsx'
import type { OwnVatId, VatIdCheck } from '#contract/pricing/vat-ids.ts'

/** Returns what a check means for the buyer. */
function sentenceOf({ status, vatId }: Pick<VatIdCheck, 'status' | 'vatId'>): string {
  switch (status) {
    case 'valid':
      return `${vatId} is verified.`
    case 'invalid':
      return "This VAT ID isn't registered in VIES. Check it with your tax office."
    case 'unavailable':
      return "We couldn't verify this VAT ID right now. Try again later."
    case 'pending':
      return "VIES hasn't answered yet. We'll try again in a minute."
  }
}

/** VAT ids of the saved addresses with their checks, and a form to check one. */
export function VatIds() {
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="vat-ids" className="frame p-5 md:p-6">
      <h2 id="vat-ids" className="text-xl">
        VAT IDs
      </h2>
      <p className="mt-1 mb-4 text-ink-2">
        The VAT IDs of <Link to="/account/addresses">your addresses</Link>, with their latest check in VIES, the VAT register of the
        European Union.
      </p>
      <Load read={ownVatIdsQuery(token)} failure="Your VAT IDs could not be loaded.">
        {(vatIds) =>
          vatIds.length === 0 ? (
            <p className="mb-4">No VAT ID yet. Add one to an address.</p>
          ) : (
            <ul className="mb-5">
              {vatIds.map((vatId) => (
                <VatIdRow key={vatId.vatId} vatId={vatId} />
              ))}
            </ul>
          )
        }
      </Load>
      <CheckForm />
    </section>
  )
}

function VatIdRow({ vatId: own }: { vatId: OwnVatId }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { vatId, status, name, checkedAt, counts, addresses } = own
  const check = async () => {
    setBusy(true)
    try {
      const result = await api.vatIds.check({ body: { vatId } })
      if (result.status === 'valid') toast.success(sentenceOf(result))
      else toast.error(sentenceOf(result))
      await client.invalidateQueries({ queryKey: ownTaxKey(token) })
    } catch (failure) {
      toast.error(messageOf(failure, 'The VAT ID could not be checked. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{vatId}</p>
        <p>
          <VatCheckState status={status} counts={counts} />
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {name && `${name}. `}
          <CheckedAt at={checkedAt} />, {count(addresses, 'address', 'addresses')}
        </p>
      </div>
      {!counts && (
        <BusyButton
          className="button hollow small"
          isBusy={isBusy}
          busy="Checking…"
          aria-label={`Check ${vatId}`}
          onPress={() => void check()}
        >
          Check now
        </BusyButton>
      )}
    </li>
  )
}

function CheckForm() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [result, setResult] = useState<VatIdCheck | null>(null)
  const { props, errors, problem, isBusy } = useForm({
    check: checkForm,
    failed: 'The VAT ID could not be checked. Please try again.',
    send: async (fields) => {
      setResult(null)
      setResult(await api.vatIds.check({ body: { vatId: textOf(fields, 'vatId').trim() } }))
      await client.invalidateQueries({ queryKey: ownTaxKey(token) })
    },
  })
  return (
    <form {...props} className="grid gap-3 border-t-[1.5px] border-line pt-4">
      {!errors.vatId && <FormProblem text={problem} />}
      <TextField
        label="Check a VAT ID"
        name="vatId"
        required
        maxLength={40}
        autoComplete="off"
        hint="With its country prefix, such as DE111111117."
        error={errors.vatId}
      />
      <SubmitButton isBusy={isBusy} busy="Checking…" className="button justify-self-start">
        Check VAT ID
      </SubmitButton>
      <p role="status">{result && `${sentenceOf(result)}${result.name ? ` It belongs to ${result.name}.` : ''}`}</p>
    </form>
  )
}
