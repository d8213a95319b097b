import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { CertificateFile, CertificateState } from '#app/features/pricing/tax/certificate-parts.tsx'
import { ownCertificatesQuery, ownTaxKey } from '#app/features/pricing/tax/queries.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day } from '#app/lib/format.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import type { Exemption } from '#contract/pricing/exemptions.ts'
import { statesOf } from '#domain/states.ts'
import { CERTIFICATE_BYTES, CERTIFICATE_KIND_LABELS, CERTIFICATE_KINDS, MAX_CERTIFICATES } from '#domain/tax-certificate.ts'

const kindOf = (text: string) => CERTIFICATE_KINDS.find((kind) => kind === text) ?? 'other'

/** The user's certificates of exemption from sales tax. */
export function Certificates() {
  const token = useToken((state) => state.token)
  const [isOpen, setOpen] = useState(false)
  const { data: shop } = useQuery(queryOf(shopFactsQuery))
  return (
    <section aria-labelledby="certificates" className="frame p-5 md:p-6">
      <h2 id="certificates" className="text-xl">
        Tax certificates
      </h2>
      <p className="mt-1 mb-4 text-ink-2">
        Exempt from sales tax in a US state? Send us your certificate.{' '}
        {shop?.taxes.basis === 'rules' && 'Once we have accepted it, we charge no sales tax on orders to its states.'}
        {shop?.taxes.basis === 'legacy' &&
          'We keep it on file. Until this shop has tax rules by state, the same tax rate applies to every order.'}
      </p>
      <Load read={ownCertificatesQuery(token)} failure="Your certificates could not be loaded.">
        {(certificates) => (
          <>
            {certificates.length === 0 ? (
              <p className="mb-4">No certificates yet.</p>
            ) : (
              <ul className="mb-4">
                {certificates.map((certificate) => (
                  <CertificateRow key={certificate.id} certificate={certificate} />
                ))}
              </ul>
            )}
            <button type="button" className="button" disabled={certificates.length >= MAX_CERTIFICATES} onClick={() => setOpen(true)}>
              Send a certificate
            </button>
          </>
        )}
      </Load>
      {isOpen && <CertificateDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function CertificateRow({ certificate }: { certificate: Exemption }) {
  const { number, kind, states, status, reason, validTo, createdAt } = certificate
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          {number}, {states.join(', ')}
        </p>
        <p>
          <CertificateState status={status} />
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {reason && `${reason}. `}
          {CERTIFICATE_KIND_LABELS[kind]}, sent {day(createdAt)}
          {validTo && `, until ${day(`${validTo}T12:00:00Z`)}`}
        </p>
      </div>
      <CertificateFile certificate={certificate} />
    </li>
  )
}

function CertificateDialog({ onClose }: { onClose: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const form = useForm({
    check: (form) => {
      const file = new FormData(form).get('file')
      const isLarge = file instanceof File && file.size > CERTIFICATE_BYTES
      const hasStates = new FormData(form).has('states')
      return {
        ...checkForm(form),
        ...(!hasStates && { states: 'Please choose at least one state.' }),
        ...(isLarge && { file: 'This file is larger than 10 MB.' }),
      }
    },
    failed: 'The certificate could not be sent. Please try again.',
    send: async (fields) => {
      fields.set('states', fields.getAll('states').map(String).join(','))
      const body = { states: textOf(fields, 'states'), kind: kindOf(textOf(fields, 'kind')), number: textOf(fields, 'number') }
      await api.exemptions.add({ form: fields, body })
      toast.success('Certificate sent. We email you once we have reviewed it.')
      await client.invalidateQueries({ queryKey: ownTaxKey(token) })
      onClose()
    },
  })
  return (
    <FormDialog title="Send a certificate" onClose={onClose}>
      <RecordForm form={form} save="Send certificate" busy="Sending…" foot="py-3 bg-surface">
        <StatesField error={form.errors.states} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Type" name="kind" error={form.errors.kind}>
            {CERTIFICATE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {CERTIFICATE_KIND_LABELS[kind]}
              </option>
            ))}
          </SelectField>
          <TextField label="Certificate number" name="number" required maxLength={80} autoComplete="off" error={form.errors.number} />
        </div>
        <TextField
          label="Valid through"
          name="validTo"
          type="date"
          isOptional
          hint="Leave empty if it doesn't expire."
          error={form.errors.validTo}
        />
        <TextField
          label="File"
          name="file"
          type="file"
          required
          accept="application/pdf,image/jpeg,image/png,image/webp"
          hint="A PDF or a picture, up to 10 MB."
          error={form.errors.file}
        />
      </RecordForm>
    </FormDialog>
  )
}

/** The states of the certificate, each a box to tick. */
function StatesField({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">States</legend>
      <p className="hint">The states that the certificate covers.</p>
      <div className="grid sm:grid-cols-2 max-h-52 overflow-y-auto px-3 border-[1.5px] border-line-strong">
        {statesOf('US').map(([code, name]) => (
          <CheckField key={code} label={name} name="states" value={code} />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
